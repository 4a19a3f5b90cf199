package stage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/stage"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		reply   string
		n       int
		ranking bool
		want    string
	}{
		{`{"reasoning": "because", "answer": 3}`, 4, false, "[2] ok"},
		{"Sure.\n```json\n{\"answer\": [2, 1, 3]}\n```", 3, true, "[1 0 2] ok"},
		{`{"answer": 1} no, wait: {"Answer": "2"}`, 3, false, "[1] ok"},
		{`{"reasoning": "{1}", "answer": ["2", "1"]}`, 2, true, "[1 0] ok"},
		{"I think so.\n**Answer:** 2", 3, false, "[1] ok"},
		{"[Answer] 3 > 1 > 2", 3, true, "[2 0 1] ok"},
		{"Answer: candidate 2.", 3, false, "[1] ok"},
		{"2", 3, false, "[1] ok"},
		{"1, 2, 3", 3, true, "[0 1 2] ok"},
		{"answer:\n2", 2, false, "[1] ok"},
		{"The second.", 3, false, "[] unparsed"},
		{"Of the 3 candidates 2 is best", 3, false, "[] unparsed"},
		{"", 3, false, "[] unparsed"},
		{"Answer: 4", 3, false, "[] out_of_range"},
		{"Answer: 0", 3, false, "[] out_of_range"},
		{"Answer: -1", 3, false, "[] out_of_range"},
		{"Answer: 1, 2", 3, false, "[] unparsed"},
		{"Answer: 1, 2", 3, true, "[] incomplete"},
		{"Answer: 1, 2, 2", 3, true, "[] repeated"},
		{"Answer: 1, 2, 3, 3", 3, true, "[] repeated"},
		{`{"answer": 1.5}`, 3, false, "[] unparsed"},
		{`{"answer": {"a": 1}}`, 3, false, "[] unparsed"},
		{strings.Repeat("{", 100_000), 3, false, "[] unparsed"},
		{"Answer: 99999999999999999999", 3, false, "[] unparsed"},
	} {
		got, class := stage.Numbers(c.reply, c.n, c.ranking)
		if s := fmt.Sprintf("%v %s", got, class); s != c.want {
			t.Errorf("%.60q: %s, want %s", c.reply, s, c.want)
		}
	}
}

func TestWord(t *testing.T) {
	words := map[string]string{"true": "True", "false": "False", "uncertain": "Uncertain", "unknown": "Uncertain"}
	for reply, want := range map[string]string{
		"True":                                     "True",
		"It could be true or false.\nUncertain":    "Uncertain",
		"It is true that ...\n[Answer] False.":     "False",
		"**Answer:** _unknown_":                    "Uncertain",
		`{"reasoning": "true", "answer": "false"}`: "False",
		`{"answer": true}`:                         "True",
		"It may be true or false.":                 "",
		"Answer: True or False":                    "",
		"I do not know.":                           "",
		"Answer: untrue":                           "",
		"":                                         "",
	} {
		if got, from, ok := stage.Word(reply, words); got != want || ok != (want != "") || !strings.Contains(reply, from) {
			t.Errorf("%q: %q, want %q", reply, got, want)
		}
	}
}

func TestFormulas(t *testing.T) {
	for reply, want := range map[string]string{
		`{"premises": ["p"], "conclusion": "q"}`:                                       "[p] q true",
		"```json\n{\"premises\": [\"p\", \"p → q\"], \"conclusion\": \"q\"}\n``` {no}": "[p p → q] q true",
		`{"premises": [], "conclusion": "q"}`:                                          "[] q true",
		`{"premises": ["p"]}`:                                                          "[]  false",
		`{"premises": "p", "conclusion": "q"}`:                                         "[]  false",
		"p, so q":                                                                      "[]  false",
	} {
		p, c, ok := stage.Formulas(reply)
		if got := fmt.Sprint(p, " ", c, " ", ok); got != want {
			t.Errorf("%s: %s, want %s", reply, got, want)
		}
	}
}

func FuzzNumbers(f *testing.F) {
	f.Add(`{"answer": [1, 2]}`, 2, true)
	f.Add("Answer: 1", 1, false)
	f.Add("[answer] 2 > 1", 2, true)
	f.Fuzz(func(t *testing.T, reply string, n int, ranking bool) {
		n = max(1, min(n, 20))
		got, class := stage.Numbers(reply, n, ranking)
		stage.Formulas(reply)
		stage.Word(reply, map[string]string{"yes": "yes", "no": "no"})
		if (class == stage.Answered) != (got != nil) {
			t.Fatalf("%v %s", got, class)
		}
		seen := map[int]bool{}
		for _, k := range got {
			if k < 0 || k >= n || seen[k] {
				t.Fatalf("%v of %d", got, n)
			}
			seen[k] = true
		}
		if want := map[bool]int{true: n, false: 1}[ranking]; got != nil && len(got) != want {
			t.Fatalf("%v of %d", got, n)
		}
	})
}
