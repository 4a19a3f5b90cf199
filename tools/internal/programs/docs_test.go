package programs

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// documents maps the name of each Markdown file of the repository to its text.
func documents(t *testing.T) map[string]string {
	t.Helper()
	docs := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "data/*.md", "data/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			docs[name] = string(text)
		}
	}
	return docs
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchor  = regexp.MustCompile(`<a id="([^"]*)"></a>`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N}\- ]`)
)

// Links to files of the repository and to their headings lead somewhere.
func TestLinksOfDocuments(t *testing.T) {
	for name, text := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := name
			if file != "" {
				target = filepath.Join(filepath.Dir(name), file)
			}
			data, err := os.ReadFile(target)
			if info, statErr := os.Stat(target); statErr == nil && info.IsDir() && anchor == "" {
				continue
			}
			if err != nil || anchor != "" && !slices.Contains(anchors(string(data)), anchor) {
				t.Errorf("%s: found the link %s, expected an existing file and heading", name, m[1])
			}
		}
	}
}

// anchors lists the anchors of the headings and of the terms of a Markdown file.
func anchors(text string) []string {
	var all []string
	for _, m := range anchor.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}

// Each term of the glossary has an anchor of its own, and no page has an anchor twice.
func TestAnchorsOfTerms(t *testing.T) {
	docs := documents(t)
	for line := range strings.Lines(docs[filepath.Join(root, "docs", "reference", "glossary.md")]) {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| term ") && !strings.HasPrefix(line, "| <a id=") {
			t.Errorf("glossary.md: found %q, expected an anchor before the term", line)
		}
	}
	for name, text := range docs {
		if !strings.Contains(name, filepath.Join("docs", "reference")) && !strings.Contains(name, filepath.Join("docs", "explanation")) {
			continue
		}
		all := anchors(fenced.ReplaceAllString(text, ""))
		slices.Sort(all)
		if once := slices.Compact(slices.Clone(all)); len(once) < len(all) {
			t.Errorf("%s: found %d anchors, expected no anchor twice: %v", name, len(all), all)
		}
	}
}

// The index lists every page.
func TestIndexOfDocuments(t *testing.T) {
	index, err := os.ReadFile(filepath.Join(root, "docs", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range documents(t) {
		page, err := filepath.Rel(filepath.Join(root, "docs"), name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(page, "..") && page != "README.md" && !strings.Contains(string(index), "("+filepath.ToSlash(page)+")") {
			t.Errorf("docs/README.md: found no line for %s", page)
		}
	}
}

var (
	fenced = regexp.MustCompile("(?ms)^```\\w*\n(.*?)^```$")
	span   = regexp.MustCompile("`([^`\n]+)`")
	inside = regexp.MustCompile(`^(docs|data|format|gen|translate|verify|analyze|tools)/[a-z0-9_./*-]+$`)
)

// Files and folders that a document names in code spans exist.
func TestPathsOfDocuments(t *testing.T) {
	for name, text := range documents(t) {
		for _, m := range span.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			if !inside.MatchString(m[1]) {
				continue
			}
			if found, err := filepath.Glob(filepath.Join(root, m[1])); err != nil || len(found) == 0 {
				t.Errorf("%s: found the path %s, expected one that exists", name, m[1])
			}
		}
	}
}

// Tests that a document names exist.
func TestTestsOfDocuments(t *testing.T) {
	var tests strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root && strings.HasPrefix(name, ".") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		tests.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range documents(t) {
		for _, m := range testName.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(tests.String(), "func "+m[1]+"(") {
				t.Errorf("%s: found the test %s, expected one that exists", name, m[1])
			}
		}
	}
}

var (
	testName = regexp.MustCompile("`(Test[A-Z]\\w*)`")
	flagName = regexp.MustCompile(`(?:^|[\s(])(--?[a-z][a-z0-9-]*)`)
	helpFlag = regexp.MustCompile(`(?m)(?:^   |, )(--?[a-zA-Z][a-z0-9-]*)`)
	commands = regexp.MustCompile(`[|;\n]|\$\(|&&`)
)

// Flags that a document or a help names exist, and in a command they belong to its
// program.
func TestFlagsOfDocuments(t *testing.T) {
	known, texts := flags(t)
	maps.Copy(texts, documents(t))
	for name, text := range texts {
		if filepath.Base(name) == "CHANGELOG.md" { // names removed flags
			continue
		}
		var code []string
		for _, m := range fenced.FindAllStringSubmatch(text, -1) {
			code = append(code, strings.ReplaceAll(m[1], "\\\n", " "))
		}
		for _, m := range span.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			code = append(code, m[1])
		}
		for _, command := range commands.Split(strings.Join(code, "\n"), -1) {
			command = strings.TrimPrefix(strings.TrimSpace(command), "$ ")
			program, _, _ := strings.Cut(command, " ")
			if strings.HasPrefix(program, "-") {
				program = ""
			}
			if words := strings.Fields(command); len(words) > 1 && known[words[0]+" "+words[1]] != nil {
				program = words[0] + " " + words[1]
			}
			for _, m := range flagName.FindAllStringSubmatch(command, -1) {
				formula := len(m[1]) == 3 && m[1][1] >= 'a' && m[1][2] >= 'a' // such as -no x
				if of, ok := known[program]; ok && !formula && !slices.Contains(of, m[1]) && !strings.HasSuffix(m[1], "-") {
					t.Errorf("%s: found %s in %q, expected a flag that --help lists", name, m[1], command)
				}
			}
		}
	}
}

// flags maps each program and sub-command to the flags that its help lists, and "" to all flags.
// The helps are as code blocks of Markdown.
func flags(t *testing.T) (all map[string][]string, helps map[string]string) {
	t.Helper()
	all, helps = map[string][]string{}, map[string]string{}
	for _, cmd := range describeAll() {
		var help strings.Builder
		if err := cmd.Run(t.Context(), []string{cmd.Name, "--help"}, strings.NewReader(""), &help, &help); err != nil {
			t.Fatal(err)
		}
		for _, m := range helpFlag.FindAllStringSubmatch(help.String(), -1) {
			all[cmd.Name] = append(all[cmd.Name], m[1])
			all[""] = append(all[""], m[1])
		}
		helps[cmd.Name+" --help"] = "```\n" + help.String() + "```"
	}
	return all, helps
}
