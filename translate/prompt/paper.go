package prompt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/data"
)

// PaperPrefix begins the name of a Paper.
const PaperPrefix = "paper:"

// A Paper is a set of packaged prompts that have the structure of the prompts in a
// paper: the roles of the messages, the order of the parts, and the choice of examples.
// The words are ours. docs/reference/prompts.md lists the prompts with their numbers in the papers.
type Paper struct {
	Name    string  // with PaperPrefix
	Shots   int     // the number of examples, which the paper fixes
	Context Context // for autoformalize; "" for any
	Task    string  // of autoformalize or reason; "" for any

	folder   string
	programs []string // that use the prompts; the program of judges is judge
}

// papers lists AutoEval's prompts (Karia et al., ICLR 2025) and those of "Do LLMs Really
// Struggle at NL-FOL Translation?" (Brunello et al., AAAI 2026).
var papers = []Paper{
	{Name: PaperPrefix + "karia-zero-shot", folder: "karia", programs: translations},
	{Name: PaperPrefix + "karia-few-shot", folder: "karia", Shots: 2, programs: translations},
	{Name: PaperPrefix + "karia-meanings", folder: "karia-meanings", programs: translations},
	{Name: PaperPrefix + "karia-folio", folder: "karia-folio", Shots: 1, Context: ContextFull, programs: translations},
	{Name: PaperPrefix + "karia-folio-questions", folder: "karia-folio", Task: "folio", programs: []string{"reason"}},
	{Name: PaperPrefix + "karia-logieval", folder: "karia-logieval", Task: "logieval", programs: []string{"reason"}},
	{Name: PaperPrefix + "karia-judge", folder: "karia-judge", programs: []string{"judge"}},
	{Name: PaperPrefix + "brunello-translation", folder: "brunello", Task: string(LogicalTranslation), programs: []string{string(Autoformalize)}},
	{Name: PaperPrefix + "brunello-candidates", folder: "brunello", programs: []string{"rank"}},
}

var translations = []string{string(Informalize), string(Autoformalize), "run"}

// Papers returns the names of the packaged prompts of papers for a program: informalize,
// autoformalize, run, rank, reason, or judge.
func Papers(program string) (names []string) {
	for _, p := range papers {
		if slices.Contains(p.programs, program) {
			names = append(names, p.Name)
		}
	}
	return names
}

// FindPaper returns the Paper with a name, or nil if the name is that of a directory. The
// error lists the names for the program.
func FindPaper(program, name string) (*Paper, error) {
	names := strings.Join(Papers(program), ", ")
	if !strings.HasPrefix(name, PaperPrefix) {
		if _, err := os.Stat(name); name != "" && errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("found no directory %q, expected one of %s, or a directory", name, names)
		}
		return nil, nil
	}
	i := slices.IndexFunc(papers, func(p Paper) bool { return p.Name == name && slices.Contains(p.programs, program) })
	if i < 0 {
		return nil, fmt.Errorf("found %q, expected one of %s", name, names)
	}
	return &papers[i], nil
}

// locate returns the files of a name: those of a Paper, of a directory, or, if the name is
// empty, the packaged files of a folder.
func locate(folder, name string) (fsys fs.FS, title string, err error) {
	switch i := slices.IndexFunc(papers, func(p Paper) bool { return p.Name == name }); {
	case name == "":
		fsys, err = fs.Sub(data.FS, path.Join("prompts", folder))
		return fsys, "default", err
	case i >= 0:
		fsys, err = fs.Sub(data.FS, "prompts/paper/"+papers[i].folder)
		return fsys, name, err
	}
	abs, err := filepath.Abs(name)
	return os.DirFS(name), filepath.Base(abs), err
}
