package recorder

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// typesByKeys reports whether a step types with real keys. Recordings from before
// there was a kind of its own for that have the obstacle.
func typesByKeys(step Step) bool {
	return step.Kind == StepTypeKeys || step.Kind == StepSetText && step.Obstacle == cannotSetText
}

// keyActs types a text with real keys into an element whose text cannot be set: it
// gets the keyboard, what it holds is selected and deleted, and only when it is seen
// to be empty is the text typed. Each is sent only while the element has the
// keyboard, so that nothing is selected, deleted or typed anywhere else.
func (p *Player) keyActs(step Step) []act {
	text := p.value(step)
	target := *step.Target
	focus := p.focusAct(target)
	give := focus.choose
	focus.choose = func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		if err := canType(f, id, text); err != nil { // before anything is sent
			return dispatch{}, err
		}
		return give(f, id)
	}
	clears := act{target: target, words: "clear the text", opens: true, holds: isClear(text), choose: p.typed(text, true)}
	if text == "" {
		clears.opens = false // that is all
		if p.untold[step.Parameter] {
			clears.holds = nil
		}
		return []act{focus, clears}
	}
	return []act{focus, clears, {target: target, words: "type keys", holds: hasTyped(text), choose: p.typed(text, false)}}
}

// focusAct gives an element the keyboard, where it does not have it: by its own action,
// or by a click into a text box of GTK 4, which has none (measured with 4.8).
func (p *Player) focusAct(target inspector.Target) act {
	return act{
		target: target, words: "focus", opens: true, holds: hasFocus,
		choose: func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
			n := &f.Nodes[id]
			if p.o.Pointer == nil {
				return dispatch{}, errNeedsInput
			}
			switch {
			case n.Role.EditsText() && isGTK4(f): // answers that it does not do that
				return dispatch{node: id, handle: n.Handle, click: true}, nil
			case !n.Has(tree.VerbFocus):
				return dispatch{}, fmt.Errorf("%s does not have the keyboard and cannot be given it", f.Short(id))
			}
			return dispatch{node: id, handle: n.Handle, action: backends.Action{Verb: tree.VerbFocus}}, nil
		},
	}
}

// typed chooses keys for an element: those that clear it for a text, or the text,
// which replaces nothing.
func (p *Player) typed(text string, clears bool) func(*inspector.Frozen, tree.NodeID) (dispatch, error) {
	return func(f *inspector.Frozen, id tree.NodeID) (dispatch, error) {
		n := &f.Nodes[id]
		switch {
		case p.o.Pointer == nil:
			return dispatch{}, errNeedsInput
		case n.States.Has(tree.ReadOnly):
			return dispatch{}, fmt.Errorf("%s is read-only", f.Short(id))
		case hasFocus(f, id) != holdsTrue:
			return dispatch{}, fmt.Errorf("%s does not have the keyboard: keys would go elsewhere", f.Short(id))
		case !clears && !n.Secret && n.Value.State == tree.Known && isClear(text)(f, id) != holdsTrue:
			return dispatch{}, fmt.Errorf("the text in %s could not be deleted before typing", f.Short(id))
		}
		if err := canType(f, id, text); err != nil {
			return dispatch{}, err
		}
		d := dispatch{node: id, handle: n.Handle, clears: clears, focus: n.Handle}
		if !clears {
			d.text = text
		}
		if top := f.Top(id); top != tree.None {
			d.window = f.Nodes[top].Handle
		}
		return d, nil
	}
}

// canType fails for a text that keys do not put into an element.
func canType(f *inspector.Frozen, id tree.NodeID, text string) error {
	if c := untypeable(text, f.Nodes[id].States.Has(tree.MultiLine)); c != "" {
		return fmt.Errorf("%s cannot be typed into %s", c, f.Short(id))
	}
	return nil
}

// untypeable names the first character that no key types, or whose key has a meaning
// of its own: Tab leaves a field, and Return sends a form.
func untypeable(text string, multiLine bool) string {
	for _, c := range text {
		switch {
		case c == '\t':
			return "a tab"
		case c == '\n' && !multiLine:
			return "a line break"
		case c < ' ' && c != '\n' || c == '\x7f':
			return "a control character"
		case c == '\ufffc': // what stands for a picture, or the lines of a page that edits itself
			return "a part that is not text"
		}
	}
	return ""
}

// hasTyped answers whether an element holds a text. What is typed into a page that
// edits itself ends in a line break of its own.
func hasTyped(text string) func(*inspector.Frozen, tree.NodeID) holding {
	return func(f *inspector.Frozen, id tree.NodeID) holding {
		if v := &f.Nodes[id].Value; v.State == tree.Known && strings.TrimSuffix(v.Value, "\n") == strings.TrimSuffix(text, "\n") && !f.Nodes[id].Secret {
			return holdsTrue
		}
		return hasText(text)(f, id)
	}
}

// isClear answers whether an element holds nothing, or what is to be typed already.
// What has no text at all has nothing to clear.
func isClear(text string) func(*inspector.Frozen, tree.NodeID) holding {
	return func(f *inspector.Frozen, id tree.NodeID) holding {
		n := &f.Nodes[id]
		if !n.Secret && !n.Role.EditsText() && n.Value.State == tree.Absent || hasTyped(text)(f, id) == holdsTrue {
			return holdsTrue
		}
		return hasTyped("")(f, id)
	}
}

// Typing is looked after as it goes on.
const (
	typedAtOnce = 16                    // characters between two looks at what has the keyboard
	typingTime  = 30 * time.Millisecond // for each character, beside the limits of any act
)

// sendKeys presses the keys of a dispatch. Right before the first, and again and
// again on the way, the application and the display are asked what has the keyboard.
func (t *transaction) sendKeys(ctx context.Context, d dispatch) error {
	sent := false
	send := func(press func() error) error {
		err := t.hasKeyboard(ctx, d)
		if err == nil {
			err = press()
			if err == nil {
				sent = true
				return nil
			}
		}
		if sent {
			return &backends.DeliveryError{Delivery: backends.Uncertain, Err: fmt.Errorf("only a part was typed: %w", err)}
		}
		return err
	}
	for _, c := range d.chords() {
		if err := send(func() error { return t.player.o.Pointer.Chord(ctx, c...) }); err != nil {
			return err
		}
	}
	for rest := []rune(d.text); len(rest) > 0; {
		n := min(typedAtOnce, len(rest))
		if err := send(func() error { return t.player.o.Pointer.Type(ctx, string(rest[:n])) }); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// hasKeyboard makes sure that keys pressed now go to where a dispatch says: the
// element says that it has the focus, its window that it is active, and the display
// that the keyboard is with that application. Nothing is sent where one of them says
// otherwise or does not say.
func (t *transaction) hasKeyboard(ctx context.Context, d dispatch) error {
	elsewhere := func(format string, args ...any) error {
		return &backends.DeliveryError{Delivery: backends.NotDelivered, Err: fmt.Errorf("keys would go elsewhere: "+format, args...)}
	}
	if reader, ok := t.player.o.Backend.(backends.NodeReader); ok {
		for _, ask := range []struct {
			handle tree.Handle
			states []tree.State
			what   string
		}{
			{d.window, []tree.State{tree.Active, tree.Focused}, "the window is not active any more"},
			{d.focus, []tree.State{tree.Focused}, "the element does not have the focus any more"},
		} {
			if ask.handle == "" {
				continue
			}
			n, err := reader.ReadNode(ctx, t.app, ask.handle)
			if err != nil {
				return elsewhere("what has the focus could not be read: %w", err)
			}
			if !n.StatesRead || !hasOne(n.States, ask.states) {
				return elsewhere("%s", ask.what)
			}
		}
	}
	if teller, ok := t.player.o.Pointer.(backends.KeyboardTeller); ok {
		_, pid, err := teller.Keyboard(ctx)
		switch {
		case err != nil:
			return elsewhere("the display did not say which window has the keyboard: %w", err)
		case pid == 0:
			return elsewhere("the display did not say whose window has the keyboard")
		case pid != t.app.PID:
			return elsewhere("process %d has the keyboard", pid)
		}
	}
	return nil
}

func hasOne(s tree.States, any []tree.State) bool {
	for _, state := range any {
		if s.Has(state) {
			return true
		}
	}
	return false
}

// restoreLayout takes back what typing changed in the layout of the keyboard, once
// the application was seen to have handled it, or had its time.
func (t *transaction) restoreLayout(ctx context.Context, d dispatch) {
	if l, ok := t.player.o.Pointer.(backends.LayoutRestorer); ok && d.byKeys() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendLimit)
		defer cancel()
		_ = l.RestoreLayout(ctx) // closing the pointer tries again
	}
}
