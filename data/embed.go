// Package data embeds the files of this directory: grammars, vocabularies,
// ontologies, prompts, published scores, limits and prices of models, and small
// examples. So every program works from any working directory. The README of each
// folder names the flags that replace its files.
package data

import "embed"

// FS holds the folders of this directory.
//
//go:embed */* models.toml
var FS embed.FS
