package web

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// chromiumArguments are those that Chromium needs to show one page at once, to
// publish it, and to ask nobody anything.
func chromiumArguments(profile string, o Options) []string {
	args := []string{
		"--user-data-dir=" + profile, "--no-first-run", "--no-default-browser-check", "--disable-sync", "--disable-gpu",
		"--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--password-store=basic",
		"--disable-features=Translate", "--window-position=0,0", "--window-size=1200,900",
		"--force-device-scale-factor=" + factor(o.Scale),
	}
	if !o.Silent {
		args = append(args, "--force-renderer-accessibility")
	}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox", "--test-type") // root has no sandbox; test-type says no more about it
	}
	return args
}

func factor(scale float64) string {
	if scale == 0 {
		scale = 1
	}
	return strconv.FormatFloat(scale, 'g', -1, 64)
}

func firefoxArguments(profile string) []string {
	return []string{"--no-remote", "--profile", profile, "--width", "1200", "--height", "900"}
}

// firefoxEnvironment: GNOME_ACCESSIBILITY is the switch of Firefox.
func firefoxEnvironment(o Options) []string {
	if o.Silent {
		return []string{"GNOME_ACCESSIBILITY=0"}
	}
	return []string{"GNOME_ACCESSIBILITY=1"}
}

// firefoxPreferences are those with which Firefox opens one page and nothing else.
func firefoxPreferences(o Options) string {
	preferences := map[string]any{
		"browser.aboutwelcome.enabled":                                false,
		"browser.shell.checkDefaultBrowser":                           false,
		"browser.startup.homepage_override.mstone":                    "ignore",
		"browser.startup.page":                                        0,
		"browser.newtabpage.enabled":                                  false,
		"browser.preonboarding.enabled":                               false,
		"termsofuse.bypassNotification":                               true,
		"datareporting.policy.dataSubmissionEnabled":                  false,
		"datareporting.policy.dataSubmissionPolicyBypassNotification": true,
		"toolkit.telemetry.reportingpolicy.firstRun":                  false,
		"app.update.disabledForTesting":                               true,
		"app.normandy.enabled":                                        false,
		"extensions.update.enabled":                                   false,
		"services.settings.server":                                    "data:,",
		"network.captive-portal-service.enabled":                      false,
		"network.connectivity-service.enabled":                        false,
		"signon.rememberSignons":                                      false,
		"layout.css.devPixelsPerPx":                                   factor(o.Scale),
	}
	if o.Silent {
		preferences["accessibility.force_disabled"] = 1
	}
	var b strings.Builder
	for name, value := range preferences {
		if s, ok := value.(string); ok {
			value = strconv.Quote(s)
		}
		fmt.Fprintf(&b, "user_pref(%q, %v);\n", name, value)
	}
	return b.String()
}
