package language

import (
	"encoding/binary"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// Key returns the key of a formula, nine bytes. Equivalent formulas have the same key,
// with the exceptions in the package comment. It returns no error.
func (*Language) Key(t syntax.Tree) (string, error) { return key(formula(t)), nil }

func key(f *logic.Formula) string {
	kind, sum := byte('m'), uint64(0)
	if m, ok := split(f); ok {
		sum = m.key()
	} else {
		kind, sum = 'n', normalize(f, false, nil).key()
	}
	return string(binary.BigEndian.AppendUint64([]byte{kind}, sum))
}
