package desktop

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/godbus/dbus/v5"
)

// busConfig is a session bus that starts no services: portals, settings and
// file services would belong to the user's desktop and outlive ours.
const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path=%s</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

// writeBusConfig returns the path of the configuration.
func writeBusConfig(dir string) (string, error) {
	path := filepath.Join(dir, "bus.conf")
	text := fmt.Sprintf(busConfig, filepath.Join(dir, "run", "bus"))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("write configuration of the session bus: %w", err)
	}
	return path, nil
}

// accessibilityReady checks that the launcher owns its name, hands out the
// address of the accessibility bus, and that the registry answers there. It
// then tells applications that assistive technology is in use.
func accessibilityReady(ctx context.Context, address string) error {
	session, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("connect to session bus: %w", err)
	}
	defer session.Close()
	var owned bool
	if err := session.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, "org.a11y.Bus").Store(&owned); err != nil {
		return fmt.Errorf("ask session bus: %w", err)
	}
	if !owned {
		return fmt.Errorf("nobody owns org.a11y.Bus yet")
	}
	launcher := session.Object("org.a11y.Bus", "/org/a11y/bus")
	var a11y string
	if err := launcher.CallWithContext(ctx, "org.a11y.Bus.GetAddress", 0).Store(&a11y); err != nil {
		return fmt.Errorf("ask for the accessibility bus: %w", err)
	}
	if err := registryReady(ctx, a11y); err != nil {
		return err
	}
	err = launcher.CallWithContext(ctx, "org.freedesktop.DBus.Properties.Set", 0,
		"org.a11y.Status", "IsEnabled", dbus.MakeVariant(true)).Err
	if err != nil {
		return fmt.Errorf("switch accessibility on: %w", err)
	}
	return nil
}

// registryReady asks the registry for its children; the bus starts it if need be.
func registryReady(ctx context.Context, address string) error {
	bus, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("connect to accessibility bus: %w", err)
	}
	defer bus.Close()
	var count dbus.Variant
	err = bus.Object("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root").CallWithContext(ctx,
		"org.freedesktop.DBus.Properties.Get", 0, "org.a11y.atspi.Accessible", "ChildCount").Store(&count)
	if err != nil {
		return fmt.Errorf("ask accessibility registry: %w", err)
	}
	return nil
}
