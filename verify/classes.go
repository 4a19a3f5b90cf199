package verify

import "github.com/truthloop/truthloop/verify/check"

// A Class holds the answers to a question that mean the same.
type Class struct {
	Members []int // numbers of answers, in order
	// Open lists the classes that may have the same meaning: a verdict is unknown.
	Open []int
}

// Classes groups texts by meaning, in the order of their first members. same answers
// whether two texts mean the same; equal texts are not asked about. A text is compared with
// the first text of each class. Yes is transitive, so the classes are those of a
// comparison of all pairs, if no answer is Unknown. An Unknown never puts two texts
// into one class.
func Classes(texts []string, same func(a, b string) check.Status) []Class {
	var classes []Class
	of := map[string]int{} // class, by text
	for i, text := range texts {
		class, known := of[text]
		if !known {
			var open []int
			class = len(classes)
			for k, c := range classes {
				switch same(texts[c.Members[0]], text) {
				case check.Yes:
					class = k
				case check.Unknown:
					open = append(open, k)
				}
				if class == k {
					break
				}
			}
			if class == len(classes) {
				classes = append(classes, Class{Open: open})
				for _, k := range open {
					classes[k].Open = append(classes[k].Open, class)
				}
			}
			of[text] = class
		}
		classes[class].Members = append(classes[class].Members, i)
	}
	return classes
}
