package provider

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
)

// reply is the line that answers a command of a script.
type reply struct {
	OK     bool            `json:"ok"`
	Error  string          `json:"error,omitempty"`
	Answer json.RawMessage `json:"answer,omitempty"`
}

// maxLine is the longest line of a script: a name of 10 MB fits, escaped.
const maxLine = 128 << 20

// Serve carries out a script, one command a line, and answers each with one line.
// It ends when the script does, and the provider with it. The journal is also
// written to the file, "" for none.
func Serve(script io.Reader, answers io.Writer, journalFile string) error {
	p, err := New()
	if err != nil {
		return err
	}
	defer p.Close()
	p.suicide = true
	if journalFile != "" {
		f, err := os.OpenFile(journalFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		p.journal.file = f
	}
	lines := bufio.NewScanner(script)
	lines.Buffer(nil, maxLine)
	out := json.NewEncoder(answers)
	for lines.Scan() {
		var c Command
		var r reply
		err := json.Unmarshal(lines.Bytes(), &c)
		if err == nil {
			r.Answer, err = p.Do(c)
		}
		if r.OK = err == nil; err != nil {
			r.Error = err.Error()
		}
		if err := out.Encode(r); err != nil {
			return err
		}
	}
	return lines.Err()
}
