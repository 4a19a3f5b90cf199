// Package data embeds the files beside it, so that every program works from
// any directory: grammars, vocabularies, prompts, published scores, what is
// known of models, and small examples. They are plain files for people to read and to copy; the flags
// that take a file of one's own are named in each folder's README.
package data

import "embed"

// FS holds the folders of this directory.
//
//go:embed */* models.toml
var FS embed.FS
