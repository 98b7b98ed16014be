// Command provider is an application on the accessibility bus that does what a
// script on its standard input says, one JSON object a line (see
// [provider.Command]), and answers each with one line. It ends with the script.
//
//	{"do":"generate","generate":{"kind":"table","nodes":200}}
//	{"do":"register"}
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/samebutton/samebutton/samples/provider"
)

func main() {
	journal := flag.String("journal", "", "also write every call that would change something to this `file`")
	flag.Parse()
	if err := provider.Serve(os.Stdin, os.Stdout, *journal); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
