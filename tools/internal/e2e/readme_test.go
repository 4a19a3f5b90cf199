//go:build unix

package e2e

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

var update = flag.Bool("update", false, "write the true output into the console blocks of README and docs")

// exampleURL is the endpoint that the documents name. The test runs their
// commands against its own server.
const exampleURL = "http://localhost:8000/v1"

// A fence is a block of a Markdown file: its language and its lines.
var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// printed is a line of Python that says what it prints.
var printed = regexp.MustCompile(`(?m)^ *print\(.*\)  # (.*)$`)

// The command blocks of README and docs run: sh and console blocks with bash,
// python with Python, sql with DuckDB. The blocks of one file run in order, in
// one directory. A console block must show the actual output.
func TestCommandBlocksOfDocuments(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "docs", "*", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, filepath.Join(root, "README.md")) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := workplace(t)
			clone(t, string(data), dir)
			runs := true
			text := fence.ReplaceAllStringFunc(string(data), func(block string) string {
				m := fence.FindStringSubmatch(block)
				if runs = runs && cloned(t, m[2], dir); !runs {
					return block
				}
				return "```" + m[1] + "\n" + runBlock(t, dir, m[1], m[2]) + "```"
			})
			if *update && text != string(data) {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// workplace makes a directory in which the commands of the documents run as at
// the top of the repository.
func workplace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(root, "data"), filepath.Join(dir, "data")); err != nil {
		t.Fatal(err)
	}
	_, url := answering(t, simllm.Options{})
	if err := os.WriteFile(filepath.Join(dir, ".endpoint"), []byte(url), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// published maps the addresses of public repositories that pages clone to the files of
// the test data that stand for them: half of the replies, whose questions have even
// numbers. The pages select these by --where.
var published = map[string]func(t *testing.T, data, dir string){
	"https://github.com/benlipkin/linc": func(t *testing.T, data, dir string) {
		type outputs struct {
			replies, answers [][]string
			labels           []string
		}
		files := map[string]*outputs{}
		for _, r := range extract(t, filepath.Join(data, "llm", "linc.jsonl")) {
			name := filepath.Join(dir, "linc", "outputs", r.Model+"_"+r.Dataset+"_")
			f := files[name]
			if f == nil {
				f = &outputs{}
				files[name] = f
			}
			path := strings.Split(r.ID, "/")
			question, err := strconv.Atoi(path[len(path)-2])
			if err != nil {
				t.Fatal(err)
			}
			for len(f.labels) <= question { // the extract lacks every second question
				f.replies, f.answers, f.labels = append(f.replies, []string{}), append(f.answers, []string{}), append(f.labels, "")
			}
			reply := ""
			for _, sentence := range append(r.Sentences, "") { // the extract lacks the sentence of the conclusion
				reply += "TEXT:\t" + sentence + "\n"
			}
			for _, formula := range append(r.Premises, r.Conclusion) {
				reply += "FOL:\t" + formula + "\n"
			}
			f.replies[question], f.answers[question] = append(f.replies[question], reply), append(f.answers[question], r.Prover9)
			f.labels[question] = r.Label
		}
		for name, f := range files {
			writeJSON(t, name+"generations_raw.json", f.replies)
			writeJSON(t, name+"generations_prc.json", f.answers)
			writeJSON(t, name+"references.json", f.labels)
		}
	},
	"https://github.com/teacherpeterpan/Logic-LLM": func(t *testing.T, data, dir string) {
		files := map[string][]map[string]any{}
		for _, r := range extract(t, filepath.Join(data, "llm", "loglm.jsonl")) {
			_, id, _ := strings.Cut(r.ID, "/")
			files[r.Model] = append(files[r.Model], map[string]any{"id": id, "answer": r.Label, "raw_logic_programs": []string{r.Reply}})
		}
		for model, questions := range files {
			writeJSON(t, filepath.Join(dir, "Logic-LLM", "outputs", "logic_programs", "FOLIO_dev_"+model+".json"), questions)
		}
	},
	"https://github.com/Yale-LILY/FOLIO": func(t *testing.T, data, dir string) {
		text, err := os.ReadFile(filepath.Join(data, "folio", "folio-validation.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		writeTo(t, filepath.Join(dir, "FOLIO", "data", "v0.0", "folio-validation.jsonl"), string(text))
	},
}

// clone puts the repositories that the page clones into dir, or skips the test if the
// test data is not beside the repository.
func clone(t *testing.T, page, dir string) {
	t.Helper()
	data := filepath.Join(root, "..", "shared", "testdata")
	for address, fill := range published {
		if !strings.Contains(page, "git clone --depth 1 "+address+"\n") {
			continue
		}
		if _, err := os.Stat(data); err != nil {
			t.Skipf("the page clones %s, and there is no copy here: %v", address, err)
		}
		fill(t, data, dir)
	}
}

// cloned puts the repositories that a block clones, and that published lacks, into dir, from
// the directory of TRUTHLOOP_CLONES. Without them, it returns false: the rest of the page does
// not run.
func cloned(t *testing.T, block, dir string) bool {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?m)^git clone --depth 1 (\S+/([\w.-]+))$`).FindAllStringSubmatch(block, -1) {
		from := filepath.Join(os.Getenv("TRUTHLOOP_CLONES"), m[2])
		if published[m[1]] != nil {
			continue
		} else if _, err := os.Stat(from); os.Getenv("TRUTHLOOP_CLONES") == "" || err != nil {
			t.Logf("TRUTHLOOP_CLONES has no copy of %s: the rest of the page does not run", m[1])
			return false
		}
		if err := os.Symlink(from, filepath.Join(dir, m[2])); err != nil {
			t.Fatal(err)
		}
	}
	return true
}

// A reply is a row of an extract of published replies.
type reply struct {
	ID, Model, Dataset, Conclusion, Label, Prover9, Reply string
	Premises                                              []string
	Sentences                                             []string `json:"premises_nl"`
}

// extract reads an extract of published replies.
func extract(t *testing.T, name string) (all []reply) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var r reply
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func writeJSON(t *testing.T, file string, v any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	writeTo(t, file, string(text))
}

func writeTo(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// runBlock runs a block and returns it with its actual output.
func runBlock(t *testing.T, dir, language, block string) string {
	t.Helper()
	endpoint, err := os.ReadFile(filepath.Join(dir, ".endpoint"))
	if err != nil {
		t.Fatal(err)
	}
	local := func(s string) string { return strings.ReplaceAll(s, exampleURL, string(endpoint)) }
	switch language {
	case "sh":
		if isMake(block) {
			wantTargets(t, block)
			return block
		}
		sh(t, dir, local(block))
	case "console":
		return console(t, dir, block, local)
	case "python":
		out := py(t, dir, block)
		for _, m := range printed.FindAllStringSubmatch(block, -1) {
			if !strings.Contains("\n"+out, "\n"+m[1]+"\n") {
				t.Errorf("%s\nprinted\n%s", m[0], out)
			}
		}
	case "sql":
		py(t, dir, "import duckdb\nprint(duckdb.sql('''"+block+"'''))")
	}
	return block
}

// isMake reports whether a block has only make commands for a clone. These are
// not run, since make test runs the tests; only the existence of the targets is
// checked.
func isMake(block string) bool {
	return !slices.ContainsFunc(strings.Split(strings.TrimSpace(block), "\n"), func(line string) bool {
		return !strings.HasPrefix(line, "make ") && !strings.HasPrefix(line, "export PATH=")
	})
}

func wantTargets(t *testing.T, block string) {
	t.Helper()
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "make" {
			continue
		}
		cmd := exec.Command("make", append([]string{"-n"}, words[1:]...)...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "TRUTHLOOP_Z3=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", strings.TrimSpace(line), err, out)
		}
	}
}

// console runs the commands of a block and compares their output with the lines
// below them. A command starts with "$ " and continues after a line that ends in
// a backslash.
func console(t *testing.T, dir, block string, local func(string) string) string {
	t.Helper()
	var out strings.Builder
	lines := strings.SplitAfter(strings.TrimSuffix(block, "\n"), "\n")
	for i := 0; i < len(lines); {
		command, ok := strings.CutPrefix(lines[i], "$ ")
		if !ok {
			t.Fatalf("console block: found %q, expected a command after \"$ \"", lines[i])
		}
		out.WriteString(lines[i])
		for i++; i < len(lines) && strings.HasSuffix(strings.TrimSuffix(command, "\n"), "\\"); i++ {
			command += lines[i]
			out.WriteString(lines[i])
		}
		var want strings.Builder
		for ; i < len(lines) && !strings.HasPrefix(lines[i], "$ "); i++ {
			want.WriteString(strings.TrimSuffix(lines[i], "\n") + "\n")
		}
		got := sh(t, dir, local(command))
		if !*update && got != want.String() {
			t.Errorf("$ %s\ngot\n%s\nthe document says\n%s", command, got, want.String())
		}
		if got != "" && !strings.HasSuffix(out.String(), "\n") {
			out.WriteString("\n")
		}
		out.WriteString(got)
	}
	if !strings.HasSuffix(out.String(), "\n") {
		out.WriteString("\n")
	}
	return out.String()
}

// The command blocks of package docs run, too: code blocks whose first line
// starts with "$ ". A block that runs a program without this mark is an error,
// since it would never run.
func TestCommandBlocksOfPackageDocs(t *testing.T) {
	programs, err := os.ReadDir(bin)
	if err != nil {
		t.Fatal(err)
	}
	for path, doc := range packageDocs(t) {
		var p comment.Parser
		var dir string
		for _, content := range p.Parse(doc).Content {
			code, ok := content.(*comment.Code)
			if !ok {
				continue
			}
			if !strings.HasPrefix(code.Text, "$ ") {
				first, _, _ := strings.Cut(code.Text, " ")
				if slices.ContainsFunc(programs, func(e os.DirEntry) bool { return e.Name() == first }) {
					t.Errorf("%s: the block %q runs a program: start its commands with \"$ \"", path, code.Text)
				}
				continue
			}
			if dir == "" {
				dir = workplace(t)
			}
			t.Run(path, func(t *testing.T) { runBlock(t, dir, "console", code.Text) })
		}
	}
}

// packageDocs maps each file of the repository to its package comment.
func packageDocs(t *testing.T) map[string]string {
	t.Helper()
	docs := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "out") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		if f.Doc != nil && !isDirectiveOnly(f.Doc) {
			docs[strings.TrimPrefix(path, root+string(filepath.Separator))] = f.Doc.Text()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

func isDirectiveOnly(g *ast.CommentGroup) bool { return strings.TrimSpace(g.Text()) == "" }
