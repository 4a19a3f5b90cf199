package cli

import (
	"errors"
	"os"
)

// probe is nil, since Windows has no suitable signal.
var probe os.Signal

func sendProbe() error { return errors.ErrUnsupported }

func handling() bool { return false }
