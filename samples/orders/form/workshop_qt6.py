"""The sample window "Workshop" in Qt 6: the same as in Qt 5."""

import binding

binding.choose("qt6")

import workshop_qt  # noqa: E402  it takes the Qt that was chosen

workshop_qt.main()
