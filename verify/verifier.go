package verify

import (
	"time"

	"github.com/truthloop/truthloop/verify/prop"
)

// A Verifier decides pairs, one after another, and reuses memory between them.
// Each goroutine needs its own Verifier; Verifiers may share Options.Provers.
type Verifier struct {
	o   Options
	enc prop.Encoder
}

// New makes a Verifier.
func New(o Options) *Verifier {
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	v := &Verifier{o: o}
	v.enc.Fold = o.fold()
	return v
}
