package recorder

import (
	"fmt"
	"slices"

	"github.com/samebutton/samebutton/backends/tree"
)

// spans says how one list of numbers becomes another: from the end to the start, the
// place, how many go, and what comes.
func spans(was, now []int32) [][]int32 {
	if len(was) == len(now) {
		var all [][]int32
		for end := len(now); end > 0; {
			if was[end-1] == now[end-1] {
				end--
				continue
			}
			start := end
			for start > 0 && was[start-1] != now[start-1] {
				start--
			}
			all = append(all, span(start, end-start, now[start:end]))
			end = start
		}
		return all
	}
	head := 0
	for head < min(len(was), len(now)) && was[head] == now[head] {
		head++
	}
	tail := 0
	for tail < min(len(was), len(now))-head && was[len(was)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	return [][]int32{span(head, len(was)-head-tail, now[head:len(now)-tail])}
}

func span(at, drop int, come []int32) []int32 {
	return append([]int32{int32(at), int32(drop)}, come...)
}

// apply undoes spans: it makes the new list of the old one.
func apply(list []int32, all [][]int32) ([]int32, error) {
	list = slices.Clone(list)
	for _, s := range all {
		if len(s) < 2 || s[0] < 0 || s[1] < 0 || int(s[0])+int(s[1]) > len(list) {
			return nil, fmt.Errorf("span %v of a list of %d", s, len(list))
		}
		list = slices.Replace(list, int(s[0]), int(s[0]+s[1]), s[2:]...)
	}
	return list, nil
}

func sameRest(a, b loggedRest) bool {
	return slices.Equal(a.Windows, b.Windows) && slices.Equal(a.Cuts, b.Cuts)
}

// grow builds nodes from what they say and how deep they lie, in document order.
func grow(said []*loggedNode) ([]tree.Node, error) {
	nodes := make([]tree.Node, len(said))
	var path []tree.NodeID // from the root down
	for i, n := range said {
		if n.Depth > len(path) || n.Depth < 0 || n.Depth == 0 && i > 0 || n.Depth > tree.MaxDepth {
			return nil, fmt.Errorf("node %d lies at depth %d below one at %d", i, n.Depth, len(path)-1)
		}
		id := tree.NodeID(i)
		nodes[i] = n.Node
		nodes[i].ID, nodes[i].Parent = id, tree.None
		path = path[:n.Depth]
		if n.Depth > 0 {
			up := path[n.Depth-1]
			nodes[i].Parent = up
			nodes[up].Children = append(nodes[up].Children, id)
		}
		path = append(path, id)
	}
	return nodes, nil
}
