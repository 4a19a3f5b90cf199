package record

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Row is one attempt at one formula: the question, the answer, and what was
// found about the answer. A stage adds fields and changes no others. A nil
// pointer, an empty string or an empty list is an absent field. Premises are the
// exception: a list that is empty and not nil is present, since a conclusion may
// follow from no premises. All formats keep this distinction. An empty string that
// was read is written again, see IsBlank.
//
// Users load rows into pandas and DuckDB by these names; docs/reference/columns.md describes
// each field.
type Row struct {
	ID        string    `json:"id,omitempty"`
	Dataset   string    `json:"dataset,omitempty" table:"category"`
	Batch     *int64    `json:"batch,omitempty"`
	Index     *int64    `json:"index,omitempty"`
	Formalism Formalism `json:"formalism,omitempty" table:"category"`
	FS        string    `json:"fs,omitempty"`

	Depth           *int64   `json:"depth,omitempty"`
	NumOperators    *int64   `json:"num_operators,omitempty"`
	NumAnd          *int64   `json:"num_and,omitempty"`
	NumOr           *int64   `json:"num_or,omitempty"`
	NumNot          *int64   `json:"num_not,omitempty"`
	NumImplies      *int64   `json:"num_implies,omitempty"`
	NumIff          *int64   `json:"num_iff,omitempty"`
	NumXor          *int64   `json:"num_xor,omitempty"`
	NumQuantifiers  *int64   `json:"num_quantifiers,omitempty"`
	NumPredicates   *int64   `json:"num_predicates,omitempty"`
	NumPropositions *int64   `json:"num_propositions,omitempty"`
	NumTemporal     *int64   `json:"num_temporal,omitempty"`
	TemporalDepth   *int64   `json:"temporal_depth,omitempty"`
	DFAStates       *int64   `json:"dfa_states,omitempty"`
	DFAEdges        *int64   `json:"dfa_edges,omitempty"`
	DFADensity      *float64 `json:"dfa_density,omitempty"`

	Vocabulary *Vocabulary `json:"vocabulary,omitempty"`

	Run    *int64 `json:"run,omitempty"`
	Sample *int64 `json:"sample,omitempty"`
	Step   *int64 `json:"step,omitempty"`
	Model  string `json:"model,omitempty" table:"category"`
	Prompt string `json:"prompt,omitempty" table:"category"`
	Params string `json:"params,omitempty" table:"category"`

	FSIn          string         `json:"fs_in,omitempty"`
	NL            string         `json:"nl,omitempty"`
	NLLeak        *bool          `json:"nl_leak,omitempty"`
	NLLeakKind    string         `json:"nl_leak_kind,omitempty" table:"category"`
	Language      string         `json:"language,omitempty" table:"category"`
	FSOut         string         `json:"fs_out,omitempty"`
	FSOutRaw      string         `json:"fs_out_raw,omitempty"`
	Conversations []Conversation `json:"conversations,omitempty"`
	Usage         []Usage        `json:"usage,omitempty"`
	Outcome       Outcome        `json:"outcome,omitempty" table:"category"`
	Error         *Error         `json:"error,omitempty"`

	Premises   []string `json:"premises,omitzero"`
	Conclusion string   `json:"conclusion,omitempty"`

	LeftColumn            string   `json:"left_column,omitempty" table:"category"`
	RightColumn           string   `json:"right_column,omitempty" table:"category"`
	Verdict               Verdict  `json:"verdict,omitempty" table:"category"`
	VerdictReason         string   `json:"verdict_reason,omitempty" table:"category"`
	VerdictEngine         string   `json:"verdict_engine,omitempty" table:"category"`
	VerdictSeconds        *float64 `json:"verdict_seconds,omitempty"`
	Relation              Relation `json:"relation,omitempty" table:"category"`
	ScopeSensitive        *bool    `json:"scope_sensitive,omitempty"`
	FreeVariableSensitive *bool    `json:"free_variable_sensitive,omitempty"`
	Leniencies            []string `json:"leniencies,omitempty"`
	Surprises             []string `json:"surprises,omitempty"`
	Witness               string   `json:"witness,omitempty"`
	Certificate           string   `json:"certificate,omitempty"`

	RelationAligned Relation `json:"relation_aligned,omitempty" table:"category"`
	Alignment       string   `json:"alignment,omitempty"`

	ExamplesVerdict    string `json:"examples_verdict,omitempty" table:"category"`
	ExamplesPassed     *int64 `json:"examples_passed,omitempty"`
	ExamplesFailed     *int64 `json:"examples_failed,omitempty"`
	FailedExample      string `json:"failed_example,omitempty"`
	GoldExamplesFailed *int64 `json:"gold_examples_failed,omitempty"`

	Diagnosis Diagnosis `json:"diagnosis,omitempty" table:"category"`
	Repair    string    `json:"repair,omitempty"`

	Judgements []Judgement `json:"judgements,omitempty"`

	Answers         *int64        `json:"answers,omitempty"`
	Classes         []AnswerClass `json:"classes,omitempty"`
	Class           *int64        `json:"class,omitempty"`
	Agreement       *float64      `json:"agreement,omitempty"`
	AgreementLow    *float64      `json:"agreement_low,omitempty"`
	AgreementHigh   *float64      `json:"agreement_high,omitempty"`
	SemanticEntropy *float64      `json:"semantic_entropy,omitempty"`
	Margin          *float64      `json:"margin,omitempty"`

	// blank has a bit for each text of the row that is present and empty, although
	// programs take it for absent. So it is written as it was read.
	blank uint64

	// Extra holds the fields that the schema does not know, as one JSON
	// object, unchanged.
	Extra jsontext.Value `json:",embed"`
}

// Formulas returns the texts that verify has compared or, without a verdict, fs and fs_out.
func (r *Row) Formulas() (left, right string) {
	if left, right = r.FS, r.FSOut; r.LeftColumn != "" {
		left, _ = r.Text(r.LeftColumn)
	}
	if r.RightColumn != "" {
		right, _ = r.Text(r.RightColumn)
	}
	return left, right
}

// A Vocabulary lists the symbols that a formula may use.
type Vocabulary struct {
	Propositions []string    `json:"propositions,omitempty"`
	Predicates   []Predicate `json:"predicates,omitempty"`
	Constants    []string    `json:"constants,omitempty"`
	Variables    []string    `json:"variables,omitempty"`
	Alphabet     []string    `json:"alphabet,omitempty"`
	Meanings     []Meaning   `json:"meanings,omitempty"`
}

// A Predicate has an arity of at least one. Its templates, if known, are English
// with {} for each argument.
type Predicate struct {
	Name     string `json:"name"`
	Arity    int64  `json:"arity"`
	Positive string `json:"positive,omitempty"`
	Negative string `json:"negative,omitempty"`
}

// A Meaning describes a proposition or a constant.
type Meaning struct {
	Symbol  string `json:"symbol"`
	Meaning string `json:"meaning"`
}

// A Conversation is the whole exchange with a model in one stage.
type Conversation struct {
	Stage    string    `json:"stage"`
	Messages []Message `json:"messages"`
}

// A Message is one turn; its role is system, user or assistant.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Usage sums the model calls of one stage for this row, with all their attempts.
// LatencySeconds is the latency of the call that answered. CostUSD is absent if no price
// is known.
type Usage struct {
	Stage            string   `json:"stage"`
	PromptTokens     int64    `json:"prompt_tokens,omitzero"`
	CompletionTokens int64    `json:"completion_tokens,omitzero"`
	CachedTokens     int64    `json:"cached_tokens,omitzero"`
	ReasoningTokens  int64    `json:"reasoning_tokens,omitzero"`
	CostUSD          *float64 `json:"cost_usd,omitempty"`
	LatencySeconds   *float64 `json:"latency_seconds,omitempty"`
	Attempts         int64    `json:"attempts,omitzero"`
	Estimated        bool     `json:"estimated,omitzero"` // the endpoint did not report all tokens
}

// Add adds the tokens, the cost and the attempts of v.
func (u *Usage) Add(v Usage) {
	u.PromptTokens += v.PromptTokens
	u.CompletionTokens += v.CompletionTokens
	u.CachedTokens += v.CachedTokens
	u.ReasoningTokens += v.ReasoningTokens
	u.Attempts += v.Attempts
	u.Estimated = u.Estimated || v.Estimated
	if v.CostUSD != nil {
		cost := *v.CostUSD
		if u.CostUSD != nil {
			cost += *u.CostUSD
		}
		u.CostUSD = &cost
	}
}

// An Error describes why a stage has no result for this row.
type Error struct {
	Stage   string `json:"stage"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// A Judgement is the answer of one LLM judge about one row.
type Judgement struct {
	Judge        string    `json:"judge"`
	Answer       string    `json:"answer,omitempty"`
	Verdict      Verdict   `json:"verdict,omitempty"`
	Conversation []Message `json:"conversation,omitempty"`
	Usage        *Usage    `json:"usage,omitempty"`
}

// An AnswerClass holds the answers to a question that mean the same. The class of the
// answers that do not parse has no fs_out.
type AnswerClass struct {
	Size   int64    `json:"size"`
	FSOut  string   `json:"fs_out,omitempty"` // the first one
	Models []string `json:"models,omitempty"`
}

// StageSeparator separates the values of informalize and autoformalize in the columns
// model and prompt, if they differ.
const StageSeparator = " | "

// StageModels returns the models of the two stages. If the column model has one name,
// both stages used this model.
func StageModels(model string) (informalizer, autoformalizer string) {
	informalizer, autoformalizer, differ := strings.Cut(model, StageSeparator)
	if !differ {
		autoformalizer = informalizer
	}
	return informalizer, autoformalizer
}
