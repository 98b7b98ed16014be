"""When a window of Qt has been drawn and has its place on the screen."""

import binding

QEvent, QObject, QTimer = map(binding.find, ("QEvent", "QObject", "QTimer"))

PERIOD = 10  # milliseconds between two looks at the frame
LOOKS = 100  # before a window manager is taken for one that gives no frames


class Drawn(QObject):
    """Calls once, when its window has been drawn for the first time."""

    def __init__(self, window, call):
        super().__init__(window)
        self.call = call
        window.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.UpdateRequest and self.call:
            QTimer.singleShot(0, self.call)
            self.call = None
        return False


def placed(window, call):
    """Calls once the window was drawn and stands where the window manager put it.

    The drawing alone can come first on a busy machine; a dialog that opens then
    is centred on where the window never was.
    """

    def look(left):
        title = window.windowHandle().frameMargins().top()
        if window.geometry().y() >= title > 0 or not left:
            call()
        else:
            QTimer.singleShot(PERIOD, lambda: look(left - 1))

    Drawn(window, lambda: look(LOOKS))
