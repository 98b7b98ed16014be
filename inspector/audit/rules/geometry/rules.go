// Package geometry has the rules about places, sizes and pixels (WCAG 1.4.3, 1.4.4,
// 1.4.11, 2.5.8).
//
// Rectangles are of the screen, in physical pixels; limits are in CSS pixels and
// multiplied by the scale of the subject. A rectangle that no backend vouches for is
// never measured.
package geometry

import "github.com/samebutton/samebutton/inspector/audit"

// Rules of this group, in the order of the documentation.
var Rules = []*audit.Rule{
	extentsMissing, extentsOutside, extentsCover, coordsSuspect, hitMismatch, offscreen,
	targetSize, targetOverlap,
	contrastText, contrastControl, textClipped,
}
