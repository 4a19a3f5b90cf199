// Package wordpiece cuts English text into the pieces of words that BERT's
// models take (Y. Wu et al., arXiv:1609.08144, 2016, sec. 4.1; J. Devlin et al.,
// NAACL 2019), and numbers them.
//
// A text is cleaned of controls, Chinese characters are set apart, accents and
// case are taken away where the model asks for it, and words are parted at white
// space and punctuation. Each word is then cut from its beginning into the
// longest pieces of the vocabulary, all but the first written with ## before
// them; a word that cannot be cut, or is longer than 100 characters, is [UNK] as
// a whole. [CLS] is put before all and [SEP] behind it.
//
// The vocabulary is that of vocab.txt, a piece a line, with the settings of
// tokenizer_config.json, or that of tokenizer.json, as Hugging Face's models
// carry them. Tests hold the numbers against Hugging Face's tokenizers. Unlike
// there, a text that says [SEP] is not a text that ends: special pieces are
// never read out of what a model wrote.
package wordpiece
