"""When a window of GTK 4 has drawn its first frame."""

from gi.repository import GLib


def drawn(window, call):
    """Calls once, from the main loop, after the window drew its first frame.

    Once it is mapped is too early: it has no size before the frame clock has
    ticked, which on a busy machine comes after what is idle.
    """

    def painted(clock):
        if window.get_width():
            clock.disconnect(handlers.pop())
            GLib.idle_add(lambda: call() and False)

    def mapped(_):
        window.disconnect(handlers.pop())
        handlers.append(window.get_frame_clock().connect("after-paint", painted))

    handlers = [window.connect("map", mapped)]
