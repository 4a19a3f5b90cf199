// Package data embeds the files of this directory: grammars, vocabularies,
// ontologies, prompts, published scores, limits and prices of models, and small
// examples. So every program works from any working directory. Users can replace
// grammars, vocabularies, ontologies, prompts and scores by their own files: each of
// these folders has a README that describes how. The flag --models FILE adds entries
// to those of models.toml.
package data

import "embed"

// FS holds the folders of this directory.
//
//go:embed */* models.toml
var FS embed.FS
