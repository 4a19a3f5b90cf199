package ask

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

// A Wording is the prompt of one kind of question: a text/template, which may
// define a template "system" for a system message. Goroutines may share it.
type Wording struct {
	version  string
	template *template.Template
}

// LoadWording reads a file of dir or, where dir is empty, of the packaged
// data/prompts/folder. The trial is what the template will be executed with; a
// template that fails on it, or that does not show one of the texts in must, is
// an error now, before a call is paid for.
func LoadWording(folder, file, dir string, trial any, must ...string) (*Wording, error) {
	fsys, name := fs.FS(os.DirFS(dir)), filepath.Base(dir)
	if dir == "" {
		sub, err := fs.Sub(data.FS, "prompts/"+folder)
		if err != nil {
			return nil, err
		}
		fsys, name = sub, "default"
	}
	b, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("prompts: %w", err)
	}
	t, err := template.New(file).Funcs(template.FuncMap{
		"inc":  func(i int) int { return i + 1 },
		"join": func(words []string) string { return strings.Join(words, ", ") },
	}).Parse(string(b))
	if err != nil {
		return nil, fmt.Errorf("prompts: %s", strings.TrimPrefix(err.Error(), "template: "))
	}
	sum := sha256.Sum256(b)
	w := &Wording{version: name + "/" + strings.TrimSuffix(file, ".txt") + "@" + hex.EncodeToString(sum[:])[:8], template: t}
	messages, err := w.Messages(trial)
	if err != nil {
		return nil, fmt.Errorf("prompts: %s", strings.TrimPrefix(err.Error(), "template: "))
	}
	user := messages[len(messages)-1].Content
	for _, text := range must {
		if !strings.Contains(user, text) {
			return nil, fmt.Errorf("prompts: %s: the prompt does not show %q of a trial", file, text)
		}
	}
	return w, nil
}

// Version names the wording: default/ranking@0f3a91c2.
func (w *Wording) Version() string { return w.version }

// Messages is a new conversation that asks what v says.
func (w *Wording) Messages(v any) ([]record.Message, error) {
	var messages []record.Message
	if system := w.template.Lookup("system"); system != nil {
		var b strings.Builder
		if err := system.Execute(&b, v); err != nil {
			return nil, err
		}
		messages = append(messages, record.Message{Role: translate.RoleSystem, Content: strings.TrimSpace(b.String())})
	}
	var b strings.Builder
	if err := w.template.Execute(&b, v); err != nil {
		return nil, err
	}
	return append(messages, record.Message{Role: translate.RoleUser, Content: strings.TrimSpace(b.String())}), nil
}
