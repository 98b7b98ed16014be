package atspi

import (
	"context"
	"fmt"

	"github.com/samebutton/samebutton/backends"
)

// Probe implements [backends.Backend].
func (b *Backend) Probe(ctx context.Context) backends.Report {
	report := backends.Report{Backend: b.Name()}
	add := func(name string, ok bool, detail, remedy string) {
		c := backends.Capability{Name: name, OK: ok, Detail: detail}
		if !ok {
			c.Remedy = remedy
		}
		report.Capabilities = append(report.Capabilities, c)
	}
	if _, err := b.connection(ctx); err != nil {
		add("bus", false, err.Error(), "install at-spi2-core and run inside a desktop session")
		return report
	}
	add("bus", true, "accessibility bus reached", "")

	registry := ref{registryName, rootPath}
	refs, err := b.children(ctx, registry)
	if err != nil {
		add("registry", false, err.Error(), "start at-spi2-registryd, or install at-spi2-core")
	} else {
		add("registry", true, fmt.Sprintf("%d applications registered", len(refs)), "")
	}
	if v, err := b.get(ctx, registry, ifaceApplication, "Version"); err == nil {
		if s, ok := stringOf(v); ok && s != "" {
			report.Versions = append(report.Versions, backends.Fact{Name: "registry", Value: s})
		}
	}
	enabled, err := b.status(ctx, "IsEnabled")
	switch {
	case err != nil:
		add("enabled", false, err.Error(), "install at-spi2-core and run inside a desktop session")
	case !enabled:
		add("enabled", false, "accessibility is off: Qt and Chromium programs that start now stay silent",
			"gsettings set org.gnome.desktop.interface toolkit-accessibility true; then restart the program (Qt: QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1, Chromium: --force-renderer-accessibility)")
	default:
		add("enabled", true, "toolkits are told to publish their trees", "")
	}
	if reader, err := b.status(ctx, "ScreenReaderEnabled"); err == nil {
		report.Versions = append(report.Versions, backends.Fact{Name: "screen reader", Value: map[bool]string{true: "on", false: "off"}[reader]})
	}
	if b.display == nil {
		add("windows", false, "no X display: elements of GTK4 cannot be placed on the screen", "set DISPLAY to an X display")
	} else {
		all, err := b.display.all(ctx)
		if err != nil {
			add("windows", false, err.Error(), "see whether the X server answers (xwininfo -root)")
		} else {
			add("windows", true, fmt.Sprintf("%d windows on the display", len(all)), "")
		}
	}
	return report
}

// status asks the session bus for a switch of org.a11y.Status: IsEnabled, whether
// toolkits shall publish, or ScreenReaderEnabled.
func (b *Backend) status(ctx context.Context, property string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, b.options.Call)
	defer cancel()
	session, err := connectSession(ctx)
	if err != nil {
		return false, err
	}
	defer session.Close()
	call := session.Object(a11yName, a11yPath).CallWithContext(ctx, callGet.name(), 0, ifaceStatus, property)
	if call.Err != nil {
		return false, fmt.Errorf("ask the session for %s: %w", property, call.Err)
	}
	on, _ := variantAt(call.Body, 0).(bool)
	return on, nil
}
