package atspi

import (
	"context"
	"errors"
	"math"
	"strings"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
)

// takesGetAll reports whether an application may be asked for all properties of
// an interface at once. Two bridges die of that.
//
// Qt takes the second argument of GetAll, which has one, and crashes (measured with
// 5.15.8 and 6.4.2), so that a toolkit that is Qt or not known is asked for each
// property by name.
//
// atk-bridge, which GTK 3, Chromium, Firefox and LibreOffice use, leaves the reply
// unfinished where the getter of one property has nothing to say, and libdbus
// aborts the process. The properties of Accessible always have a value; those of
// Value have none where a range has no number: Chromium 156 with one page died of
// the first observation that asked so ("Array or variant type requires that type
// variant be written"), and lives on since each is asked by name, when a getter
// without a value is answered by an error. So no other interface is asked this way.
func takesGetAll(app tree.Application, iface string) bool {
	return iface == ifaceAccessible && app.Toolkit != "" && !strings.Contains(strings.ToLower(app.Toolkit), "qt")
}

// Properties that are read of the Accessible and the Value interface.
var (
	accessibleProperties = []string{"Name", "Description", "ChildCount", "AccessibleId"}
	valueProperties      = []string{"CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"}
)

// properties asks for properties of one interface, all at once where the
// application can take that. In the answer, what the application does not know
// is nil and what it did not answer is missing; the error is that of the first
// property, or of all at once.
func (r *reading) properties(of ref, iface string, names []string, then func(map[string]any, error)) {
	values := make(map[string]any, len(names))
	if takesGetAll(r.app, iface) {
		r.p.add(of, callGetAll, func(body []any, err error) {
			all, ok := propertiesOf(body)
			if err == nil && !ok {
				err = backends.ErrUnsupported
			}
			for _, name := range names {
				values[name] = nil
			}
			for name, v := range all {
				values[name] = v.Value()
			}
			then(values, err)
		}, iface)
		return
	}
	pending := len(names)
	var failed error
	for i, name := range names {
		r.p.add(of, callGet, func(body []any, err error) {
			switch {
			case err == nil:
				values[name] = variantAt(body, 0)
			case i == 0:
				failed = err
			case !errors.Is(err, backends.ErrTimeout):
				values[name] = nil
			}
			if pending--; pending == 0 {
				then(values, failed)
			}
		}, iface, name)
	}
}

// rangeOf reads the properties of the Value interface; numbers that are none are
// no answer.
func rangeOf(properties map[string]any) (*tree.Range, bool) {
	current, ok := properties["CurrentValue"].(float64)
	if !ok {
		return nil, false
	}
	v := tree.Range{Current: current}
	v.Minimum, _ = properties["MinimumValue"].(float64)
	v.Maximum, _ = properties["MaximumValue"].(float64)
	v.Step, _ = properties["MinimumIncrement"].(float64)
	for _, n := range []float64{v.Current, v.Minimum, v.Maximum, v.Step} {
		if math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, false
		}
	}
	return &v, true
}

// valueRange reads the Value interface of one element.
func (b *Backend) valueRange(ctx context.Context, of ref) (*tree.Range, error) {
	values := make(map[string]any, len(valueProperties))
	for _, name := range valueProperties {
		v, err := b.get(ctx, of, ifaceValue, name)
		if err != nil && name == valueProperties[0] {
			return nil, err
		}
		values[name] = v
	}
	v, ok := rangeOf(values)
	if !ok {
		return nil, backends.ErrUnsupported
	}
	return v, nil
}
