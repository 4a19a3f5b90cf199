package english_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/english"
)

func TestParseLanguage(t *testing.T) {
	for code, want := range map[string][3]string{
		"en": {"en", "English", ""}, "de": {"de", "German", "Schreibe die Beschreibung auf Deutsch."},
		"DE-at": {"de-AT", "Austrian German", "Schreibe die Beschreibung auf Deutsch."},
		"fr":    {"fr", "French", "Rédige la description en français."}, "es": {"es", "Spanish", "Escribe la descripción en español."},
		"zh": {"zh", "Chinese", "请用中文书写这段描述。"}, "zh-Hant": {"zh-Hant", "Traditional Chinese", "Write the description in Traditional Chinese."},
		"ar": {"ar", "Arabic", "Write the description in Arabic."}, "hi": {"hi", "Hindi", "Write the description in Hindi."},
		"ja": {"ja", "Japanese", "Write the description in Japanese."}, "iw": {"he", "Hebrew", "Write the description in Hebrew."},
	} {
		l, err := english.ParseLanguage(code)
		if err != nil || [3]string{l.Code, l.Name, l.Request} != want {
			t.Errorf("%s: %+v, %v, want %q", code, l, err, want)
		}
	}
	for _, code := range []string{"german", "Deutsch", "jp", "", "und", "xx", "x-mine", "qaa", "de,fr", "mul", "zxx", "mis", "und-Latn"} {
		if _, err := english.ParseLanguage(code); err == nil || !strings.HasSuffix(err.Error(), "such as de, zh or pt-BR") {
			t.Errorf("%s: error %v", code, err)
		}
	}
}

// English and German of a region were languages of their own, without rules.
func TestLanguagesOfRegionsAreThoseOfTheirBase(t *testing.T) {
	for code, want := range map[string]string{"en": "en", "en-US": "en", "en-GB": "en", "de-AT": "de", "de-BE": "de", "fr-CA": "fr", "es-419": "es"} {
		l, err := english.ParseLanguage(code)
		if err != nil {
			t.Fatal(err)
		}
		base, _ := english.ParseLanguage(want)
		if x := english.LexiconOf(l.Name); x == nil || x != english.LexiconOf(base.Name) || l.English() != (want == "en") {
			t.Errorf("%s (%s): words %p, English: %t", code, l.Name, x, l.English())
		}
	}
	for _, name := range []string{"", "Unicode", "Japanese", "Flemish"} {
		if english.LexiconOf(name) != nil {
			t.Errorf("found words of %q", name)
		}
	}
}
