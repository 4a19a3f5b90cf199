package correlate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sheetFile writes a table to a file.
func sheetFile(t *testing.T, name, content string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// Of two columns of one name the last one won.
func TestSheetsWithTwoColumnsOfOneName(t *testing.T) {
	for name, content := range map[string]string{
		"wide.csv":   "model,s,s\na,1,9\nb,2,5\nc,3,1\n",
		"spaces.csv": "model,s, s\na,1,9\n",
	} {
		if _, err := open(sheetFile(t, name, content)); err == nil || !strings.Contains(err.Error(), `found the column "s" twice`) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Different names of models became one name, since the bytes of each that are not UTF-8
// were read as U+FFFD.
func TestSheetsWithInvalidText(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"a.csv", "model,s\na\xff,1\nb,2\n", "line 2: model: found the byte 0xff after 1 bytes, expected text in UTF-8"},
		{"header.csv", "model\xff,s\na,1\n", "line 1: the name of a column: found the byte 0xff"},
	} {
		if _, err := open(sheetFile(t, c.name, c.content)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected %s", c.name, err, c.want)
		}
	}
	_, err := readAliases(sheetFile(t, "aliases.csv", "alias,model\na\xff,b\n"))
	if err == nil || !strings.Contains(err.Error(), "aliases.csv: line 2: alias: found the byte 0xff") {
		t.Errorf("aliases: error %v", err)
	}
	_, err = readAliases(sheetFile(t, "aliases.csv", "alias,model,model\na,b,c\n"))
	if err == nil || !strings.Contains(err.Error(), `aliases.csv: line 1: found the column "model" twice`) {
		t.Errorf("aliases: error %v", err)
	}
}
