// Package data embeds the files of this directory: grammars, vocabularies,
// ontologies, prompts, published scores, limits and prices of models, and small
// examples. So every program works from any working directory. For grammars,
// vocabularies, ontologies, prompts and scores, the README of the folder says how to
// use your own files instead. The flag --models FILE adds your own entries to those of
// models.toml.
package data

import "embed"

// FS holds the folders of this directory.
//
//go:embed */* models.toml
var FS embed.FS
