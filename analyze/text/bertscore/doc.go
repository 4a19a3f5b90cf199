// Package bertscore compares a sentence with a reference by the vectors that a
// language model gives their tokens (T. Zhang, V. Kishore, F. Wu, K. Q.
// Weinberger and Y. Artzi, BERTScore, ICLR 2020): precision is the mean, over
// the tokens of the sentence, of the cosine to the closest token of the
// reference; recall is that the other way round; and F1 is their harmonic mean.
// Tokens count the same (no idf), the scores are as they come (no rescaling to
// a baseline), and [CLS] and [SEP] can be the closest but are not averaged over,
// all as in the authors' library bert_score with its defaults.
//
// The model is a directory with an ONNX file and the tokenizer of package
// wordpiece. It runs in ONNX Runtime, a shared library that is loaded when a
// model is opened, and at no other time: nothing of it is part of the program,
// and a program built without cgo only says that it cannot. It is called through
// github.com/yalue/onnxruntime_go; a library of our own calls, or a server beside
// the program, would be more to keep. The vectors are those of the file's output
// last_hidden_state, or of its first output where none is called so; which layer
// that is was decided when the model was exported. On one thread, the same
// sentence has the same vectors to the last bit on the same machine.
package bertscore
