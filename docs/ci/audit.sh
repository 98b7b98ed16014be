#!/bin/sh
# Audits a program on a virtual desktop of its own: for CI, and for a plain machine.
#
#   audit.sh [-o FOLDER] [-f error|warning|none] [-b BASELINE [-u]] [-s SOURCE] [-a NAME] -- PROGRAM [ARGUMENT…]
#
#   -o  where audit.sarif, audit.xml (JUnit), audit.html and audit.txt go; audit-report if left out
#   -f  from which severity on the audit fails; error if left out
#   -b  a baseline: what is known does not fail
#   -u  write what is found to the baseline, and pass
#   -s  the file of the project at which code hosts show findings
#   -a  the name of the application, where it is another process than PROGRAM
#
# Needs: samebutton (or SAMEBUTTON=PATH), Xvfb, dbus-run-session, at-spi2-core; openbox is
# used where it is there, so that windows have a frame and the keyboard. The time that
# the program has to show a window is SAMEBUTTON_START seconds, 60 if left out.
# Exit code: that of samebutton audit (0 passed, 1 findings), 2 usage, 9 the surroundings.
set -eu

usage() { sed -n '4,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
fail() { echo "audit.sh: $*" >&2; exit 9; }

out=audit-report gate=error baseline= update= source= name=
while getopts o:f:b:us:a: flag; do
	case $flag in
	o) out=$OPTARG ;;
	f) gate=$OPTARG ;;
	b) baseline=$OPTARG ;;
	u) update=--update-baseline ;;
	s) source=$OPTARG ;;
	a) name=$OPTARG ;;
	*) usage ;;
	esac
done
[ $# -ge "$OPTIND" ] || usage
[ -z "$update" ] || [ -n "$baseline" ] || usage

if [ "${SAMEBUTTON_INSIDE:-}" != 1 ]; then
	for tool in Xvfb dbus-run-session "${SAMEBUTTON:-samebutton}"; do
		command -v "$tool" >/dev/null || fail "$tool is missing"
	done
	work=$(mktemp -d)
	display=
	trap '[ -z "$display" ] || kill "$display" 2>/dev/null || :; rm -rf "$work"' EXIT
	mkfifo "$work/number"
	Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$work/number" 2>"$work/xvfb.log" &
	display=$!
	read -r number <"$work/number" || fail "Xvfb did not start: $(cat "$work/xvfb.log")"
	# A fresh home: what a program has stored must not change what it shows.
	mkdir "$work/home" "$work/run"
	chmod 700 "$work/run"
	code=0
	env -u WAYLAND_DISPLAY -u NO_AT_BRIDGE -u AT_SPI_BUS_ADDRESS \
		DISPLAY=":$number" HOME="$work/home" XDG_RUNTIME_DIR="$work/run" SAMEBUTTON_INSIDE=1 \
		GDK_BACKEND=x11 QT_QPA_PLATFORM=xcb QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 GTK_A11Y=atspi \
		LC_ALL="${LC_ALL:-C.UTF-8}" \
		dbus-run-session -- "$0" "$@" || code=$?
	exit "$code"
fi

shift $((OPTIND - 1))
samebutton=${SAMEBUTTON:-samebutton}
mkdir -p "$out"

manager=
if command -v openbox >/dev/null; then
	openbox >/dev/null 2>&1 &
	manager=$!
fi
"$@" &
program=$!
trap 'kill "$program" $manager 2>/dev/null || :' EXIT
app=${name:-$program}

# Ready is: it has a window that can be read, and two readings a second apart are alike.
# A program that always changes is audited after ten of them as it is.
window() {
	for window in window dialog; do
		code=0
		"$samebutton" find "$window" --app "$app" >/dev/null 2>&1 || code=$?
		case $code in 0 | 4) return 0 ;; esac # one, or several
	done
	return 1
}
left=${SAMEBUTTON_START:-60}
until window; do
	kill -0 "$program" 2>/dev/null || [ -n "$name" ] || fail "$1 ended before it had a window"
	[ "$left" -gt 0 ] || fail "$1 has no window that can be read; see 'samebutton doctor'"
	left=$((left - 1))
	sleep 1
done

reading() { "$samebutton" tree --app "$app" --json | sed -E -e 's/"@?s[0-9]+(:e[0-9]+)?"//g' -e '/"tookMs"/d'; }
before=
for turn in 1 2 3 4 5 6 7 8 9 10; do
	now=$(reading) || now=
	case $now in *'"showing"'*) [ "$now" != "$before" ] || break ;; esac
	before=$now
	[ "$turn" = 10 ] || sleep 1
done

# One audit makes all the reports: what they say is of the same reading.
code=0
"$samebutton" audit --app "$app" --all-windows --fail-on "$gate" \
	${baseline:+--baseline "$baseline"} $update ${source:+--source "$source"} \
	--output "$out/audit.sarif" --output "$out/audit.xml" --output "$out/audit.html" --output "$out/audit.txt" || code=$?
[ "$code" = 0 ] || [ ! -f "$out/audit.txt" ] || cat "$out/audit.txt"
exit "$code"
