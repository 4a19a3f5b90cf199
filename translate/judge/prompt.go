package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// Style is how a judge is asked.
type Style string

// The styles.
const (
	Direct Style = "direct" // for the answer alone
	CoT    Style = "cot"    // for a chain of thought before it
)

// ParseStyle reads a style; the error lists those there are.
func ParseStyle(s string) (Style, error) {
	switch st := Style(s); st {
	case Direct, CoT:
		return st, nil
	}
	return "", fmt.Errorf("style %q: expected direct or cot", s)
}

func (s Style) String() string { return string(s) }

// A Case is what one prompt is about.
type Case struct {
	Formalism   record.Formalism
	Left, Right string
}

// A Prompt is the wording of one style. Goroutines may share it.
type Prompt struct {
	style    Style
	version  string
	template *template.Template
}

// Load reads the file of a style, direct.txt or cot.txt, from dir, or from
// data/prompts/judge where dir is empty. The file is a text/template with
// .Formalism, .Left and .Right.
func Load(style Style, dir string) (*Prompt, error) {
	file := string(style) + ".txt"
	fsys, name := fs.FS(os.DirFS(dir)), filepath.Base(dir)
	if dir == "" {
		sub, err := fs.Sub(data.FS, "prompts/judge")
		if err != nil {
			return nil, err
		}
		fsys, name = sub, "default"
	}
	b, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("judge prompts: %w", err)
	}
	t, err := template.New(file).Parse(string(b))
	if err != nil {
		return nil, fmt.Errorf("judge prompts: %s", strings.TrimPrefix(err.Error(), "template: "))
	}
	sum := sha256.Sum256(b)
	p := &Prompt{style: style, version: name + "/" + string(style) + "@" + hex.EncodeToString(sum[:])[:8], template: t}
	for _, f := range []record.Formalism{record.Propositional, record.FirstOrder, record.Regex} {
		m, err := p.Messages(Case{f, "left text of a trial", "right text of a trial"})
		if err != nil {
			return nil, fmt.Errorf("judge prompts: %s", strings.TrimPrefix(err.Error(), "template: "))
		}
		if !strings.Contains(m[0].Content, "left text of a trial") || !strings.Contains(m[0].Content, "right text of a trial") {
			return nil, fmt.Errorf("judge prompts: %s: found no use of {{.Left}} or {{.Right}} for %s", file, f)
		}
	}
	return p, nil
}

// Version names the wording: default/cot@0f3a91c2.
func (p *Prompt) Version() string { return p.version }

// Messages is the conversation that asks about c.
func (p *Prompt) Messages(c Case) ([]record.Message, error) {
	var b strings.Builder
	if err := p.template.Execute(&b, c); err != nil {
		return nil, err
	}
	return []record.Message{{Role: translate.RoleUser, Content: strings.TrimSpace(b.String())}}, nil
}

// The tags of a prompt.
const (
	tagLeft   = "\n[FORMULA 1]\n"
	tagRight  = "\n[FORMULA 2]\n"
	tagAnswer = "[answer]"
)

// Read is the case that a conversation asks for by the packaged wording; false
// where it asks for something else. Of the tags the last ones before the end
// count for the second formula and the first ones for the first, so that a
// formula which holds a tag is cut short rather than taken for the other.
func Read(messages []record.Message) (Case, bool) {
	if len(messages) == 0 {
		return Case{}, false
	}
	task, rest, found := strings.Cut(messages[len(messages)-1].Content, tagLeft)
	i := strings.LastIndex(rest, tagRight)
	if !found || i < 0 || !strings.HasPrefix(task, "[TASK]\n") || !strings.Contains(strings.ToLower(task), tagAnswer) {
		return Case{}, false
	}
	c := Case{Left: strings.TrimSpace(rest[:i]), Right: strings.TrimSpace(rest[i+len(tagRight):])}
	for phrase, f := range map[string]record.Formalism{
		"regular expressions": record.Regex, "first-order logic": record.FirstOrder, "propositional logic": record.Propositional,
	} {
		if strings.Contains(task, phrase) {
			c.Formalism = f
		}
	}
	return c, c.Formalism != ""
}
