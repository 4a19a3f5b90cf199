// Package wordnet finds the synonyms of English words in WordNet's database (G.
// A. Miller, Comm. ACM 38(11), 1995, p. 39), for METEOR. The files are those of
// WordNet 3.x as wndb(5WN) and wninput(5WN) describe them:
//
//	index.POS  a lemma, and the places of its synsets in data.POS
//	data.POS   a synset: its words, and more that is not needed here
//	POS.exc    irregular forms with their lemmas; may be missing
//
// Debian has them in /usr/share/wordnet (wordnet-base), Princeton in dict/, NLTK
// in corpora/wordnet/. A word is looked up in each part of speech as it is and
// by its lemmas, which come from the exceptions or else from WordNet's rules for
// endings (morphy(7WN)), applied once, as NLTK does.
//
// All is read and checked when the database is opened, in some tenths of a second
// and 60 MB, so that nothing can fail when a word is looked up.
package wordnet
