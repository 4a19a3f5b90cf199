package prompt

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"strings"
	"text/template"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A Template is the wording of one kind of question of rank, reason or a judge. It is
// safe for concurrent use.
type Template struct {
	version  string
	template *template.Template
}

// LoadTemplate reads a file of dir, which may be the name of a Paper, or, if dir is empty,
// of the packaged data/prompts/folder. It executes the template with each trial, so that faults are found
// before a call is paid for. A user message that lacks one of the texts in must is also
// an error.
func LoadTemplate(folder, file, dir string, trials []any, must ...string) (*Template, error) {
	if _, err := FindPaper(folder, dir); err != nil {
		return nil, err
	}
	fsys, name, err := locate(folder, dir)
	if err != nil {
		return nil, err
	}
	b, err := fs.ReadFile(fsys, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("prompts %s: no file %s", cmp.Or(dir, name), file)
	} else if err != nil {
		return nil, fmt.Errorf("prompts: %w", err)
	}
	t, err := parse(file, string(b), "")
	if err != nil {
		return nil, fmt.Errorf("prompts: %w", err)
	}
	digest := sha256.New()
	digest.Write(b)
	w := &Template{version: name + "/" + strings.TrimSuffix(file, ".txt") + "@" + short(digest), template: t}
	for _, trial := range trials {
		messages, err := w.Messages(trial)
		if err != nil {
			return nil, fmt.Errorf("prompts: %w", err)
		}
		user := messages[len(messages)-1].Content
		for _, text := range must {
			if !strings.Contains(user, text) {
				return nil, fmt.Errorf("prompts: %s: the prompt does not show %q when executed with %v", file, text, trial)
			}
		}
	}
	return w, nil
}

// Version returns the name of the wording, such as default/ranking@0f3a91c2.
func (w *Template) Version() string { return w.version }

// Messages returns a new conversation that asks about v.
func (w *Template) Messages(v any) ([]record.Message, error) { return messages(w.template, v) }

// systemPart is the name of the template that becomes the system message, if a file
// defines it.
const systemPart = "system"

// messages executes t with v. The error names file and line.
func messages(t *template.Template, v any) ([]record.Message, error) {
	var all []record.Message
	add := func(role string, t *template.Template) error {
		var b strings.Builder
		err := t.Execute(&b, v)
		all = append(all, record.Message{Role: role, Content: strings.TrimSpace(b.String())})
		return templateError(err)
	}
	if system := t.Lookup(systemPart); system != nil {
		if err := add(translate.RoleSystem, system); err != nil {
			return nil, err
		}
	}
	return all, add(translate.RoleUser, t)
}

// parse parses a file. The file can include shared, the text of the partial.
func parse(file, text, shared string) (*template.Template, error) {
	for name, text := range map[string]string{file: text, partial: shared} {
		if err := record.ValidFile(text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	t := template.New(file).Funcs(template.FuncMap{
		"list": list, "join": list, "arities": arities, "glosses": glosses, "inc": func(i int) int { return i + 1 },
		"contains": strings.Contains, "lower": strings.ToLower, "ordered": ordered, "parameters": parameters,
	})
	if shared != "" {
		if _, err := t.New(partial).Parse(shared); err != nil {
			return nil, templateError(err)
		}
	}
	t, err := t.Parse(text)
	return t, templateError(err)
}

// templateError returns err without its prefix, as "file:line: what is wrong".
func templateError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "template: "))
}

// short returns the beginning of a digest, for versions.
func short(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil))[:8] }
