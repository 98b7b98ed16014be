package atspi

// method is one D-Bus method that this package sends.
type method struct {
	iface, member string
	// mutates marks the methods that change, focus or scroll the target.
	mutates bool
}

func (m *method) name() string { return m.iface + "." + m.member }

// Interfaces of AT-SPI and D-Bus.
const (
	ifaceAccessible   = "org.a11y.atspi.Accessible"
	ifaceAction       = "org.a11y.atspi.Action"
	ifaceApplication  = "org.a11y.atspi.Application"
	ifaceCache        = "org.a11y.atspi.Cache"
	ifaceComponent    = "org.a11y.atspi.Component"
	ifaceEditableText = "org.a11y.atspi.EditableText"
	ifaceRegistry     = "org.a11y.atspi.Registry"
	ifaceSelection    = "org.a11y.atspi.Selection"
	ifaceTable        = "org.a11y.atspi.Table"
	ifaceTableCell    = "org.a11y.atspi.TableCell"
	ifaceHyperlink    = "org.a11y.atspi.Hyperlink"
	ifaceText         = "org.a11y.atspi.Text"
	ifaceValue        = "org.a11y.atspi.Value"
	ifaceProperties   = "org.freedesktop.DBus.Properties"
	ifaceBus          = "org.freedesktop.DBus"
	ifaceStatus       = "org.a11y.Status"
)

// Well-known names and paths.
const (
	busName      = "org.freedesktop.DBus"
	busPath      = "/org/freedesktop/DBus"
	a11yName     = "org.a11y.Bus"
	a11yPath     = "/org/a11y/bus"
	registryName = "org.a11y.atspi.Registry"
	registryPath = "/org/a11y/atspi/registry"
	rootPath     = "/org/a11y/atspi/accessible/root"
	cachePath    = "/org/a11y/atspi/cache"
	nullPath     = "/org/a11y/atspi/null"
)

// The methods that this package sends; there are no others, so that what
// changes a target can be told from what reads it.
var (
	callGetAddress           = &method{iface: "org.a11y.Bus", member: "GetAddress"}
	callAddMatch             = &method{iface: ifaceBus, member: "AddMatch"}
	callGetPID               = &method{iface: ifaceBus, member: "GetConnectionUnixProcessID"}
	callGet                  = &method{iface: ifaceProperties, member: "Get"}
	callGetAll               = &method{iface: ifaceProperties, member: "GetAll"}
	callRegister             = &method{iface: ifaceRegistry, member: "RegisterEvent"}
	callDeregister           = &method{iface: ifaceRegistry, member: "DeregisterEvent"}
	callGetItems             = &method{iface: ifaceCache, member: "GetItems"}
	callGetChildren          = &method{iface: ifaceAccessible, member: "GetChildren"}
	callGetChild             = &method{iface: ifaceAccessible, member: "GetChildAtIndex"}
	callGetRole              = &method{iface: ifaceAccessible, member: "GetRole"}
	callGetState             = &method{iface: ifaceAccessible, member: "GetState"}
	callGetInterfaces        = &method{iface: ifaceAccessible, member: "GetInterfaces"}
	callGetAttributes        = &method{iface: ifaceAccessible, member: "GetAttributes"}
	callGetRelationSet       = &method{iface: ifaceAccessible, member: "GetRelationSet"}
	callGetIndex             = &method{iface: ifaceAccessible, member: "GetIndexInParent"}
	callGetExtents           = &method{iface: ifaceComponent, member: "GetExtents"}
	callGetAtPoint           = &method{iface: ifaceComponent, member: "GetAccessibleAtPoint"}
	callGetActions           = &method{iface: ifaceAction, member: "GetActions"}
	callGetActionName        = &method{iface: ifaceAction, member: "GetName"}
	callGetText              = &method{iface: ifaceText, member: "GetText"}
	callGetString            = &method{iface: ifaceText, member: "GetStringAtOffset"}
	callGetCell              = &method{iface: ifaceTable, member: "GetAccessibleAt"}
	callGetRowAt             = &method{iface: ifaceTable, member: "GetRowAtIndex"}
	callGetColumnAt          = &method{iface: ifaceTable, member: "GetColumnAtIndex"}
	callGetRowHeader         = &method{iface: ifaceTable, member: "GetRowHeader"}
	callGetColumnHeader      = &method{iface: ifaceTable, member: "GetColumnHeader"}
	callGetColumnText        = &method{iface: ifaceTable, member: "GetColumnDescription"}
	callGetRowText           = &method{iface: ifaceTable, member: "GetRowDescription"}
	callGetSelected          = &method{iface: ifaceSelection, member: "GetSelectedChild"}
	callGetURI               = &method{iface: ifaceHyperlink, member: "GetURI"}
	callGetRoleName          = &method{iface: ifaceAccessible, member: "GetRoleName"}
	callGetLocalizedRoleName = &method{iface: ifaceAccessible, member: "GetLocalizedRoleName"}
	callGetSocket            = &method{iface: ifaceApplication, member: "GetApplicationBusAddress"}

	callDoAction    = &method{iface: ifaceAction, member: "DoAction", mutates: true}
	callSetText     = &method{iface: ifaceEditableText, member: "SetTextContents", mutates: true}
	callSet         = &method{iface: ifaceProperties, member: "Set", mutates: true}
	callSelectChild = &method{iface: ifaceSelection, member: "SelectChild", mutates: true}
	callClear       = &method{iface: ifaceSelection, member: "ClearSelection", mutates: true}
	callAddRow      = &method{iface: ifaceTable, member: "AddRowSelection", mutates: true}
	callGrabFocus   = &method{iface: ifaceComponent, member: "GrabFocus", mutates: true}
	callScrollTo    = &method{iface: ifaceComponent, member: "ScrollTo", mutates: true}
)

var mutating = []*method{callDoAction, callSetText, callSet, callSelectChild, callClear, callAddRow, callGrabFocus, callScrollTo}

// Mutating reports whether a D-Bus method that this package can send changes,
// focuses or scrolls an application. [Options.OnCall] sees every call, so that a
// test can prove that observing sends none of these.
func Mutating(iface, member string) bool {
	for _, m := range mutating {
		if m.iface == iface && m.member == member {
			return true
		}
	}
	return false
}
