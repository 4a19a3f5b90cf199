package cli

import (
	"errors"
	"os"
)

// probe is no signal, since Windows has none for it.
var probe os.Signal

func sendProbe() error { return errors.ErrUnsupported }

func handling() bool { return false }
