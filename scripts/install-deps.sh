#!/usr/bin/env bash
# Looks for everything that building, running and testing Samebutton needs, says
# what is missing and why it is needed, and installs it with apt-get. Where
# nothing is missing it installs nothing and says nothing. With the word "run" it
# leaves out what only the tests need: browsers and an office take a gigabyte.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
	printf 'install-deps: %s\n' "$@" >&2
	exit 1
}

# Go comes first: nothing that we install replaces it.
check_go() {
	local want have
	want=$(sed -n 's/^go //p' go.mod)
	command -v go >/dev/null || fail "Go is missing: install Go $want or later from https://go.dev/dl and put it on PATH"
	have=$(go env GOVERSION 2>&1) || fail "Go cannot be used here: $have" "install Go $want or later from https://go.dev/dl"
	have=${have#go}
	[ "$(printf '%s\n' "$want" "$have" | sort -V | head -n 1)" = "$want" ] ||
		fail "Go $have is too old: install Go $want or later from https://go.dev/dl"
}

packages=()
reasons=()

# need PACKAGE REASON PROBE...: notes the package unless the probe succeeds.
need() {
	local package=$1 reason=$2
	shift 2
	if ! "$@" >/dev/null 2>&1; then
		packages+=("$package")
		reasons+=("$reason")
	fi
}

program() { command -v "$1"; }
library() { pkg-config --exists "$@"; }
# Only the system's Python sees the modules of the system's packages.
python_module() { [ -x /usr/bin/python3 ] && /usr/bin/python3 -c "import importlib.util as u, sys; sys.exit(not u.find_spec('$1'))"; }
typelib() { compgen -G "/usr/lib*/girepository-1.0/$1.typelib" || compgen -G "/usr/lib/*/girepository-1.0/$1.typelib"; }
any_of() { local path; for path; do [ -e "$path" ] && return 0; done; return 1; }
font() { compgen -G "/usr/share/fonts/*/*/$1" || compgen -G "/usr/share/fonts/*/$1"; }

check_build() {
	need gcc "compiles Fyne's driver and the input code" program gcc
	need libc6-dev "headers for gcc" any_of /usr/include/stdlib.h
	need pkg-config "finds the libraries below" program pkg-config
	need libgl1-mesa-dev "OpenGL, in which Fyne draws" library gl
	need xorg-dev "X11, Fyne's window" library x11 xcursor xrandr xinerama xi xxf86vm
	need libgtk-3-dev "the file dialogs" library gtk+-3.0
	need libxtst-dev "sends real clicks and keys" library xtst
	need libxkbcommon-dev "keyboard layouts" library xkbcommon
	need libxkbcommon-x11-dev "keyboard layouts of the display" library xkbcommon-x11
}

check_run() {
	need at-spi2-core "the accessibility bus" any_of /usr/libexec/at-spi-bus-launcher /usr/lib/at-spi2-core/at-spi-bus-launcher
	need dbus "the session bus" program dbus-daemon
	need xvfb "a display without a screen, for the demo and the tests" program Xvfb
	need openbox "the window manager of that display" program openbox
	need fonts-dejavu-core "text in the window and the applications" font 'DejaVuSans.ttf'
	need fonts-noto-cjk "Chinese, Japanese and Korean names" font 'NotoSansCJK-Regular.ttc'
	need libgl1-mesa-dri "OpenGL without a graphics card" \
		eval 'compgen -G "/usr/lib/*/dri/swrast_dri.so" || compgen -G "/usr/lib*/dri/swrast_dri.so" || compgen -G "/usr/lib/*/libgallium-*.so"'
}

check_samples() {
	need python3-gi "runs the sample application" python_module gi
	need gir1.2-gtk-3.0 "the sample in GTK 3" typelib Gtk-3.0
	need gir1.2-gtk-4.0 "the sample in GTK 4" typelib Gtk-4.0
	need python3-pyqt5 "the sample in Qt" python_module PyQt5
	need python3-pyqt6 "the sample in Qt 6" python_module PyQt6
	need libatk-adaptor "puts GTK 2 applications on the accessibility bus" \
		eval 'compgen -G "/usr/lib/*/gtk-*/modules/libatk-bridge.so" || compgen -G "/usr/lib*/gtk-*/modules/libatk-bridge.so"'
	need librsvg2-common "the icons of GTK applications" \
		eval 'compgen -G "/usr/lib/*/gdk-pixbuf-2.0/*/loaders/libpixbufloader-svg.so" || compgen -G "/usr/lib*/gdk-pixbuf-2.0/*/loaders/libpixbufloader*svg.so"'
	need adwaita-icon-theme "the icons of GTK applications" any_of /usr/share/icons/Adwaita
}

check_tests() {
	need gtk-3-examples "a large GTK 3 application to read" program gtk3-widget-factory
	need gtk-4-examples "a large GTK 4 application to read" program gtk4-widget-factory
	need mousepad "an everyday GTK 3 application to record" program mousepad
	need gnome-calculator "an everyday GTK 4 application to read" program gnome-calculator
	need featherpad "an everyday Qt 5 application to read" program featherpad
	need python3-pyatspi "reads the accessibility tree too, to judge our reading by" python_module pyatspi
	need libreoffice-calc "an application with a table of two thousand million cells" program localc
	need libreoffice-gtk3 "puts LibreOffice on the accessibility bus" any_of /usr/lib/libreoffice/program/libvclplug_gtk3lo.so
	need chromium "a browser, whose pages are read and recorded" any_of /usr/bin/chromium /usr/bin/chromium-browser
	need firefox-esr "another browser, with another engine" any_of /usr/bin/firefox-esr /usr/bin/firefox
	need picom "a compositor, under which windows have shadows" program picom
	need xdotool "independent real input, to judge ours by" program xdotool
	need imagemagick "independent pictures of the screen" program import
	need x11-utils "asks windows for their properties" program xprop
}

# install runs apt-get, through sudo unless we are root.
install() {
	local sudo=()
	if ! command -v apt-get >/dev/null; then
		fail "this is not Debian or a relative of it, so nothing was installed" \
			"install what the packages named above are called here, then run this again"
	fi
	if [ "$(id -u)" -ne 0 ]; then
		command -v sudo >/dev/null || fail "installing needs root and there is no sudo: run 'make install-deps' as root"
		sudo=(sudo)
	fi
	local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
	"${apt[@]}" update || fail "cannot fetch the list of packages: check the network and the sources of apt"
	"${apt[@]}" install -y --no-install-recommends "${packages[@]}" || fail "apt-get could not install the packages: read its message above"
}

check_all() {
	packages=()
	reasons=()
	check_build
	check_run
	check_samples
	[ "$scope" = run ] || check_tests
}

scope=${1:-all}
check_go
check_all
[ ${#packages[@]} -gt 0 ] || exit 0

echo "install-deps: missing on this machine:"
for i in "${!packages[@]}"; do
	printf '  %-22s %s\n' "${packages[$i]}" "${reasons[$i]}"
done
install
hash -r
check_all
[ ${#packages[@]} -eq 0 ] || fail "installed, but still not found: ${packages[*]}"
