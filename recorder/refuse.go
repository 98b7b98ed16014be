package recorder

import (
	"context"
	"fmt"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// maxCandidates is how many elements a refusal shows.
const maxCandidates = 5

// refuse adds to the result of a step that was not done because of its target what
// was recorded and what is there now. It chooses nothing.
func (t *transaction) refuse(r *StepResult, s sight) {
	switch r.Verdict {
	case VerdictStale, VerdictAmbiguous, VerdictUnknown, VerdictNotActionable:
	default:
		return
	}
	if s.frozen == nil { // nothing at all was read
		r.Refusal = &Refusal{Recorded: t.act.target, Changed: []string{"nothing could be read of the application"}, Partial: true}
		return
	}
	f := s.frozen
	refusal := Refusal{Recorded: t.act.target, Partial: r.Verdict == VerdictUnknown, Area: f.Area()}
	refusal.Changed = t.changed(*r, s)
	for _, l := range f.Alike(t.act.target, nearestFirst(r.Verdict, s), maxCandidates) {
		c := Candidate{
			Target: f.Target(l.Node), Path: f.Path(l.Node), Agrees: l.Agrees, Differs: l.Differs, Bounds: f.Nodes[l.Node].Bounds,
		}
		if r.Verdict == VerdictNotActionable {
			c.Differs = append(c.Differs, r.Error)
		}
		refusal.Candidates = append(refusal.Candidates, c)
		if r.Verdict == VerdictNotActionable {
			break // it is the element itself
		}
	}
	if r.Verdict == VerdictAmbiguous {
		tellApart(f, s.resolution.Matches, refusal.Candidates)
	}
	if locale := t.otherLocale(); locale != "" {
		refusal.Changed = append(refusal.Changed, locale)
		r.Hint = locale + "; replay it there, or record it again in this language"
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), refusedLimit)
	defer cancel()
	if refusal.Picture = t.player.pictureOf(ctx, f, refusal.Area); refusal.Picture == "" {
		refusal.Area = tree.Rect{}
	} else {
		r.Before, r.BeforeAt = refusal.Picture, &Place{Area: refusal.Area}
		if node := s.resolution.Node(); node != tree.None {
			r.BeforeAt.Target = f.Nodes[node].Bounds
		}
	}
	r.Refusal = &refusal
}

// nearestFirst lists what a refusal shows before all else: the element itself, or
// those that match or may match.
func nearestFirst(v Verdict, s sight) []tree.NodeID {
	switch {
	case v == VerdictNotActionable && s.resolution.Node() != tree.None:
		return []tree.NodeID{s.resolution.Node()}
	case v == VerdictAmbiguous || v == VerdictUnknown:
		return append(append([]tree.NodeID(nil), s.resolution.Matches...), s.resolution.Undecided...)
	}
	return nil
}

// changed says in words what is otherwise than recorded.
func (t *transaction) changed(r StepResult, s sight) []string {
	f := s.frozen
	switch r.Verdict {
	case VerdictStale:
		words := f.Lost(t.act.target)
		if len(words) == 0 && r.Error != "" {
			words = append(words, r.Error)
		}
		return words
	case VerdictAmbiguous:
		if n := len(s.resolution.Matches); n > 1 && !strings.HasPrefix(r.Error, "witness") {
			return []string{fmt.Sprintf("%d elements fit now, where one did", n)}
		}
	case VerdictUnknown:
		return []string{r.Error, "not everything could be read: what is shown may not be all, so none of it can be used instead"}
	}
	return []string{r.Error}
}

// tellApart adds to each match what separates it from all the others.
func tellApart(f *inspector.Frozen, matches []tree.NodeID, candidates []Candidate) {
	proof := f.ProofOf(inspector.Resolution{Outcome: inspector.Ambiguous, Matches: matches}, tree.None)
	for i := range candidates {
		for _, twin := range proof.Twins {
			if twin.Path == candidates[i].Path && twin.Bounds == candidates[i].Bounds && len(twin.Differs) > 0 {
				candidates[i].Differs = append(candidates[i].Differs, "apart from the others by "+strings.Join(twin.Differs, ", "))
				break
			}
		}
	}
}

// otherLocale says that the application speaks another language than it did, "" where
// it does not or nobody knows.
func (t *transaction) otherLocale() string {
	then, now := t.player.recorded.Locale, ""
	if t.player.o.Locale != nil {
		now = t.player.o.Locale(t.app)
	}
	if language(then) == "" || language(now) == "" || language(then) == language(now) {
		return ""
	}
	return fmt.Sprintf("it was recorded in %s, and the application speaks %s now", then, now)
}

// language is a locale without its encoding: "de_DE". Without a language (C, POSIX)
// programs speak the one that they were written in, nearly always that of en_US.
func language(locale string) string {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "C" || name == "POSIX" {
		return "en_US"
	}
	return name
}

// refusalWithoutSecrets takes the values of secret parameters out of a refusal. A
// candidate that could only be named by one is left out.
func (p *Player) refusalWithoutSecrets(was Refusal) *Refusal {
	for i := range was.Changed {
		was.Changed[i] = p.hide(was.Changed[i])
	}
	var kept []Candidate
	for _, c := range was.Candidates {
		words := []string{c.Target.Locator.String(), c.Target.Name, c.Target.Describe}
		for _, w := range c.Target.Witnesses {
			words = append(words, w.String())
		}
		if all := strings.Join(words, "\n"); p.hide(all) != all {
			continue
		}
		c.Path = p.hide(c.Path)
		c.Target.Proof = p.proofWithoutSecrets(c.Target.Proof)
		for _, words := range [][]string{c.Agrees, c.Differs} {
			for i := range words {
				words[i] = p.hide(words[i])
			}
		}
		kept = append(kept, c)
	}
	was.Candidates = kept
	return &was
}
