package backends

import (
	"context"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
)

// Examiner asks elements what an audit wants to know and a snapshot has not: whether
// their answers agree with each other. Nothing that it asks changes the target.
type Examiner interface {
	// Examine asks the questions in their order, within the context's deadline. What
	// was not answered in time is not in the answers; an error means that nothing
	// could be asked.
	Examine(ctx context.Context, app tree.Application, questions []Question) ([]Examination, error)
}

// Timer measures how fast single questions are answered, one after the other, each over
// the way that any other program would take. Nothing that it asks changes the target.
type Timer interface {
	// TimeAnswer asks an element for its children, or for its role, and returns how long
	// the answer took; that it has no such thing is an answer. The error is [ErrTimeout]
	// where none came before the context ended, [ErrGone] where the element is not there.
	TimeAnswer(ctx context.Context, app tree.Application, element tree.Handle, children bool) (time.Duration, error)
	// TimeReference asks the same of a program that has nothing else to do.
	TimeReference(ctx context.Context) (time.Duration, error)
}

// Question is what to ask one element.
type Question struct {
	Element tree.Handle
	// Place asks for parent and index and for the optional words of its role, Selection
	// for how many children are selected, Link for where a link leads.
	Place, Selection, Link bool
	// Table asks a table for its size and for the cells in the corners, in the middle
	// and between, at most so many.
	Table int
}

// Examination is what one element answered.
type Examination struct {
	Element tree.Handle
	// Gone: it answers that it does not exist.
	Gone bool
	// Late: not all was answered in time. What is missing was not said by the element.
	Late bool
	// Parent and Index are its own word about its place; "" and -1 where it gave none.
	Parent tree.Handle
	Index  int
	// OnDesktop: the parent is the desktop, as that of an application should be.
	OnDesktop bool
	// Missing are the optional methods that it does not know.
	Missing []string
	// Selected is how many children it says are selected, -1 where it did not say, and
	// NullSelected how many of these it could not name.
	Selected, NullSelected int
	// URI is where a link leads, "" where it did not say.
	URI string
	// Rows and Columns are -1 where a table did not say.
	Rows, Columns, ChildCount int
	Cells                     []CellExamination
}

// CellExamination is what a table, and the cell itself, said about one place.
type CellExamination struct {
	Row, Column int
	Null        bool
	Err         error
	// SaidRow and SaidColumn are what the table says of the cell's index; -1 where
	// nobody answered. Spans are 1 where the cell did not say.
	SaidRow, SaidColumn, RowSpan, ColumnSpan int
}
