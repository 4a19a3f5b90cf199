package syntax

// Mix hashes two words into one (the finalizer of SplitMix64: Steele, Lea and
// Flood, OOPSLA 2014, over their combination).
func Mix(a, b uint64) uint64 {
	z := a*0x9e3779b97f4a7c15 + b + 0x632be59bd9b4e019
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// MixText hashes a word and a text into one word.
func MixText(h uint64, s string) uint64 {
	for _, b := range []byte(s) {
		h = Mix(h, uint64(b))
	}
	return h
}
