// Package modelstage is what the programs informalize and autoformalize share,
// which is all but their names and help: the flags that say which model is
// asked and how, and the run of package stage over the rows.
package modelstage
