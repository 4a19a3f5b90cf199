// Package data embeds the files of this directory: grammars, vocabularies,
// ontologies, prompts, published scores, limits and prices of models, and small
// examples. So every program works from any working directory. Users can replace
// grammars, vocabularies, ontologies, prompts and scores by their own files: the README
// of each folder describes how. models.toml has the limits and prices of models; the
// flag --models FILE adds entries to it.
package data

import "embed"

// FS holds the folders of this directory.
//
//go:embed */* models.toml
var FS embed.FS
