package prompt_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/translate/prompt"
)

// A byte that is not UTF-8 was sent as U+FFFD, without a word.
func TestPromptsWithInvalidTextAreRefused(t *testing.T) {
	for _, file := range []string{"first_order.autoformalize.txt", "vocabulary.txt"} {
		dir := t.TempDir()
		from, err := fs.Sub(data.FS, "prompts")
		if err == nil {
			err = os.CopyFS(dir, from)
		}
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, file)
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, append([]byte("first\n\xff"), text...), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := prompt.Open(dir); err == nil || !strings.Contains(err.Error(), file+": line 2: found the byte 0xff") {
			t.Errorf("%s: error %v", file, err)
		}
	}
}
