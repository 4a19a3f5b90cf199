package wordpiece

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Open reads the tokenizer in the directory of a model: tokenizer.json, else
// vocab.txt with the settings of tokenizer_config.json.
func Open(dir string) (*Tokenizer, error) {
	t, err := openJSON(filepath.Join(dir, "tokenizer.json"))
	if errors.Is(err, fs.ErrNotExist) {
		if t, err = openVocabulary(filepath.Join(dir, "vocab.txt")); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: found neither tokenizer.json nor vocab.txt, expected the tokenizer of the model", dir)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := t.configure(filepath.Join(dir, "tokenizer_config.json")); err != nil {
		return nil, err
	}
	return t, nil
}

// openVocabulary reads a piece a line.
func openVocabulary(file string) (*Tokenizer, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pieces := map[string]int64{}
	for line := range strings.Lines(string(content)) {
		pieces[strings.TrimRight(line, "\r\n")] = int64(len(pieces))
	}
	t, err := newTokenizer(pieces, "[UNK]")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// openJSON reads what Hugging Face's tokenizers write.
func openJSON(file string) (*Tokenizer, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var d struct {
		Normalizer *struct {
			Type         string `json:"type"`
			CleanText    *bool  `json:"clean_text"`
			PartChinese  *bool  `json:"handle_chinese_chars"`
			StripAccents *bool  `json:"strip_accents"`
			Lowercase    *bool  `json:"lowercase"`
		} `json:"normalizer"`
		PreTokenizer *struct {
			Type string `json:"type"`
		} `json:"pre_tokenizer"`
		Model struct {
			Type        string          `json:"type"`
			Vocabulary  json.RawMessage `json:"vocab"`
			Unknown     string          `json:"unk_token"`
			Prefix      *string         `json:"continuing_subword_prefix"`
			LongestWord int             `json:"max_input_chars_per_word"`
		} `json:"model"`
	}
	if err := json.Unmarshal(content, &d); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	found := d.Model.Type
	switch {
	case d.Model.Type != "WordPiece":
	case d.Normalizer == nil || d.Normalizer.Type != "BertNormalizer":
		found = "WordPiece with another normalizer than BertNormalizer"
	case d.PreTokenizer == nil || d.PreTokenizer.Type != "BertPreTokenizer":
		found = "WordPiece with another pre-tokenizer than BertPreTokenizer"
	default:
		found = ""
	}
	if found != "" {
		return nil, fmt.Errorf("%s: found a tokenizer of the type %q, expected BERT's WordPiece", file, found)
	}
	var pieces map[string]int64
	if err := json.Unmarshal(d.Model.Vocabulary, &pieces); err != nil {
		return nil, fmt.Errorf("%s: vocab: %w", file, err)
	}
	t, err := newTokenizer(pieces, d.Model.Unknown)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if d.Model.Prefix != nil {
		t.prefix = *d.Model.Prefix
	}
	if d.Model.LongestWord > 0 {
		t.longestWord = d.Model.LongestWord
	}
	n := d.Normalizer
	t.set(n.CleanText, n.PartChinese, n.StripAccents, n.Lowercase)
	return t, nil
}

// set changes what is said; accents go where case goes unless it is said.
func (t *Tokenizer) set(clean, partChinese, stripAccents, lower *bool) {
	for _, s := range []struct {
		said *bool
		to   *bool
	}{{clean, &t.clean}, {partChinese, &t.partChinese}, {lower, &t.lower}} {
		if s.said != nil {
			*s.to = *s.said
		}
	}
	switch {
	case stripAccents != nil:
		t.accents = *stripAccents
	case lower != nil:
		t.accents = *lower
	}
}

// configure reads tokenizer_config.json, where there is one. Models say that
// they take texts of any length by a number past all lengths.
func (t *Tokenizer) configure(file string) error {
	content, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	var c struct {
		Lower        *bool   `json:"do_lower_case"`
		PartChinese  *bool   `json:"tokenize_chinese_chars"`
		StripAccents *bool   `json:"strip_accents"`
		Longest      float64 `json:"model_max_length"`
	}
	if err := json.Unmarshal(content, &c); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	t.set(nil, c.PartChinese, c.StripAccents, c.Lower)
	if c.Longest != 0 {
		if !(c.Longest >= 3) {
			return fmt.Errorf("%s: model_max_length: found %v, expected 3 or more", file, c.Longest)
		}
		if c.Longest < 1e6 {
			t.longestText = int(c.Longest)
		}
	}
	return nil
}
