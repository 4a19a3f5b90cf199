package record

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// SchemaVersion is the version of the row's schema. It is written into the
// metadata of Parquet and Arrow files. It grows when a field changes its meaning
// or its type, not when a field is added.
const SchemaVersion = 1

// MalformedField is the unknown field that keeps the text of a malformed row.
const MalformedField = "malformed"

// FormulaID returns the identity of a formula: 24 hexadecimal digits of the SHA-256 of
// dataset and fs. The probability that two of ten million formulas have the same
// identity is below 10⁻¹⁴.
func FormulaID(dataset, fs string) string {
	sum := sha256.Sum256([]byte(dataset + "\x00" + fs))
	return hex.EncodeToString(sum[:12])
}

// Malformed returns a row for text that could not be read; the row keeps the
// text, with \xNN for bytes that are not UTF-8. The error should name the position.
func Malformed(text []byte, err error) *Row {
	r := &Row{Error: &Error{Stage: "read", Kind: "malformed", Message: err.Error()}}
	r.SetExtra(MalformedField, jsontext.Value(appendString(nil, EscapeInvalid(string(text)))))
	return r
}

// IsMalformed reports whether the row keeps text that could not be read.
func (r *Row) IsMalformed() bool {
	return r.Error != nil && r.Error.Stage == "read" && r.Error.Kind == "malformed"
}

// ClearVerdict removes the result of verify, so that a new one can be set.
func (r *Row) ClearVerdict() {
	r.LeftColumn, r.RightColumn = "", ""
	r.Verdict, r.VerdictReason, r.VerdictEngine, r.VerdictSeconds = "", "", "", nil
	r.Relation, r.ScopeSensitive, r.FreeVariableSensitive, r.Witness, r.Certificate = "", nil, nil, "", ""
	r.Leniencies, r.Surprises = nil, nil
	r.RelationAligned, r.Alignment = "", ""
	r.ExamplesVerdict, r.ExamplesPassed, r.ExamplesFailed, r.FailedExample, r.GoldExamplesFailed = "", nil, nil, "", nil
	r.clearBlank("left_column", "right_column", "verdict", "verdict_reason", "verdict_engine", "relation", "witness", "certificate", "relation_aligned", "alignment", "examples_verdict", "failed_example")
	if r.Error != nil && r.Error.Stage == "verify" {
		r.Error = nil
	}
}

// ClearFindings removes all findings about fs_out, for a stage that replaces fs_out:
// the verdict, the diagnosis, the judgements and the votes.
func (r *Row) ClearFindings() {
	r.ClearVerdict()
	r.Diagnosis, r.Repair, r.Judgements = "", "", nil
	r.clearBlank("diagnosis", "repair")
	r.Answers, r.Classes, r.Class = nil, nil, nil
	r.Agreement, r.AgreementLow, r.AgreementHigh, r.SemanticEntropy, r.Margin = nil, nil, nil, nil, nil
}

// Size estimates the memory of the row in bytes.
func (r *Row) Size() int { return size(reflect.ValueOf(r).Elem()) }

func size(v reflect.Value) int {
	n := int(v.Type().Size())
	switch v.Kind() {
	case reflect.String:
		n += v.Len()
	case reflect.Pointer:
		if !v.IsNil() {
			n += size(v.Elem())
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return n + v.Len()
		}
		for i := range v.Len() {
			n += size(v.Index(i))
		}
	case reflect.Struct:
		n = 0
		for i := range v.NumField() {
			n += size(v.Field(i))
		}
	}
	return n
}

// Clone copies the row, Extra, and the lists of conversations, usage, premises and
// judgements, so that a stage may change these. All other lists and values behind
// pointers are shared.
func (r *Row) Clone() *Row {
	c := *r
	c.Conversations = slices.Clone(r.Conversations)
	c.Usage = slices.Clone(r.Usage)
	c.Premises = slices.Clone(r.Premises)
	c.Judgements = slices.Clone(r.Judgements)
	c.Extra = slices.Clone(r.Extra)
	return &c
}

// KeepCommon removes the fields in which the row differs from another one.
func (r *Row) KeepCommon(other *Row) {
	for _, c := range columns {
		if v := c.value(r); !v.IsZero() && !reflect.DeepEqual(v.Interface(), c.value(other).Interface()) {
			v.SetZero()
		}
	}
	r.blank &= other.blank
	for name, value := range r.ExtraFields() {
		if same, ok := other.ExtraField(name); !ok || string(same) != string(value) {
			r.DeleteExtra(name)
		}
	}
}
