package app

import "github.com/samebutton/samebutton/app/view"

// Describe says what the whole window shows, pane by pane.
func (a *App) Describe() view.Description {
	d := view.Description{Role: "window", Label: a.window.Title(), Size: a.window.Canvas().Size()}
	bar := view.Description{Role: "toolbar", Label: "Toolbar"}
	for _, b := range []*view.ToolButton{a.appButton, a.windowButton} {
		bar.Children = append(bar.Children, b.Describe())
	}
	for _, c := range a.commands {
		if b := a.buttons[c.id]; b != nil && c.id != "live" { // that is over the screenshot
			bar.Children = append(bar.Children, b.Describe())
		}
	}
	bar.Children = append(bar.Children, a.health.Describe(),
		view.Description{Role: "searchbox", Label: "Find", Value: a.searchEntry.Text, Position: a.driver().AbsolutePositionForObject(a.searchEntry), Size: a.searchEntry.Size()}, a.foundText.Describe())
	d.Children = []view.Description{bar}
	if a.seen == nil {
		d.Children = append(d.Children, a.notice.Describe(), a.stageNotice.Describe())
	} else {
		d.Children = append(d.Children, a.tree.Describe(), a.stage.Describe())
		if a.banner.Object.Visible() {
			d.Children = append(d.Children, a.bannerText.Describe())
			if b := a.buttons["live"]; b.Visible() {
				d.Children = append(d.Children, b.Describe())
			}
		}
		if l := a.legend.Describe(); len(l.Children) > 0 {
			d.Children = append(d.Children, l)
		}
	}
	status := view.Description{Role: "statusbar", Label: "Status", Children: []view.Description{a.counts.Describe()}}
	for _, b := range a.tallies {
		if b.Visible() {
			status.Children = append(status.Children, b.Describe())
		}
	}
	status.Children = append(status.Children, a.message.Describe())
	if a.bench.Covered() {
		d.Children = append(d.Children, a.refused.pane.Describe())
	}
	d.Children = append(d.Children, a.element.Describe(), a.drawer.Describe(), status)
	if a.question != nil {
		d.Children = append(d.Children, a.question.Describe())
	}
	if a.chooser != nil {
		d.Children = append(d.Children, a.chooser.Describe())
	}
	return d
}
