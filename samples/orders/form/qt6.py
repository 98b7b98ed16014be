"""The sample application in Qt 6: the same form as in Qt 5."""

import binding

binding.choose("qt6")

import qt  # noqa: E402  the form takes the Qt that was chosen

qt.main()
