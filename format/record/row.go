package record

import "github.com/go-json-experiment/json/jsontext"

// A Row is one attempt at one formula: the question, the answer, and what was
// found about the answer. A stage adds fields and changes no others. A nil
// pointer, an empty string or an empty list is an absent field. Premises are the
// exception: a list that is empty and not nil is present, since a conclusion may
// follow from no premises. JSON, Parquet and Arrow all keep this distinction.
//
// Users load rows into pandas and DuckDB by these names; docs/row.md describes
// each field.
type Row struct {
	ID        string    `json:"id,omitempty"        parquet:"id,optional"`
	Dataset   string    `json:"dataset,omitempty"   parquet:"dataset,optional,dict"`
	Batch     *int64    `json:"batch,omitempty"     parquet:"batch,optional"`
	Index     *int64    `json:"index,omitempty"     parquet:"index,optional"`
	Formalism Formalism `json:"formalism,omitempty" parquet:"formalism,optional,dict"`
	FS        string    `json:"fs,omitempty"        parquet:"fs,optional"`

	Depth           *int64   `json:"depth,omitempty"            parquet:"depth,optional"`
	NumOperators    *int64   `json:"num_operators,omitempty"    parquet:"num_operators,optional"`
	NumAnd          *int64   `json:"num_and,omitempty"          parquet:"num_and,optional"`
	NumOr           *int64   `json:"num_or,omitempty"           parquet:"num_or,optional"`
	NumNot          *int64   `json:"num_not,omitempty"          parquet:"num_not,optional"`
	NumImplies      *int64   `json:"num_implies,omitempty"      parquet:"num_implies,optional"`
	NumIff          *int64   `json:"num_iff,omitempty"          parquet:"num_iff,optional"`
	NumQuantifiers  *int64   `json:"num_quantifiers,omitempty"  parquet:"num_quantifiers,optional"`
	NumPredicates   *int64   `json:"num_predicates,omitempty"   parquet:"num_predicates,optional"`
	NumPropositions *int64   `json:"num_propositions,omitempty" parquet:"num_propositions,optional"`
	DFAStates       *int64   `json:"dfa_states,omitempty"       parquet:"dfa_states,optional"`
	DFAEdges        *int64   `json:"dfa_edges,omitempty"        parquet:"dfa_edges,optional"`
	DFADensity      *float64 `json:"dfa_density,omitempty"      parquet:"dfa_density,optional"`

	Vocabulary *Vocabulary `json:"vocabulary,omitempty" parquet:"vocabulary,optional"`

	Run    *int64 `json:"run,omitempty"    parquet:"run,optional"`
	Sample *int64 `json:"sample,omitempty" parquet:"sample,optional"`
	Step   *int64 `json:"step,omitempty"   parquet:"step,optional"`
	Model  string `json:"model,omitempty"  parquet:"model,optional,dict"`
	Prompt string `json:"prompt,omitempty" parquet:"prompt,optional,dict"`
	Params string `json:"params,omitempty" parquet:"params,optional,dict"`

	FSIn          string         `json:"fs_in,omitempty"       parquet:"fs_in,optional"`
	NL            string         `json:"nl,omitempty"            parquet:"nl,optional"`
	NLLeak        *bool          `json:"nl_leak,omitempty"       parquet:"nl_leak,optional"`
	NLLeakKind    string         `json:"nl_leak_kind,omitempty"  parquet:"nl_leak_kind,optional,dict"`
	FSOut         string         `json:"fs_out,omitempty"        parquet:"fs_out,optional"`
	FSOutRaw      string         `json:"fs_out_raw,omitempty" parquet:"fs_out_raw,optional"`
	Conversations []Conversation `json:"conversations,omitempty" parquet:"conversations,list"`
	Usage         []Usage        `json:"usage,omitempty"         parquet:"usage,list"`
	Outcome       Outcome        `json:"outcome,omitempty"       parquet:"outcome,optional,dict"`
	Error         *Error         `json:"error,omitempty"         parquet:"error,optional"`

	Premises   []string `json:"premises,omitzero"    parquet:"premises,optional,list"`
	Conclusion string   `json:"conclusion,omitempty" parquet:"conclusion,optional"`

	Verdict        Verdict  `json:"verdict,omitempty"         parquet:"verdict,optional,dict"`
	VerdictReason  string   `json:"verdict_reason,omitempty"  parquet:"verdict_reason,optional,dict"`
	VerdictEngine  string   `json:"verdict_engine,omitempty"  parquet:"verdict_engine,optional,dict"`
	VerdictSeconds *float64 `json:"verdict_seconds,omitempty" parquet:"verdict_seconds,optional"`
	Relation       Relation `json:"relation,omitempty"        parquet:"relation,optional,dict"`
	ScopeSensitive *bool    `json:"scope_sensitive,omitempty" parquet:"scope_sensitive,optional"`
	Witness        string   `json:"witness,omitempty"         parquet:"witness,optional"`
	Certificate    string   `json:"certificate,omitempty"     parquet:"certificate,optional"`

	Disagreement      *float64 `json:"disagreement,omitempty"       parquet:"disagreement,optional"`
	DisagreementError *float64 `json:"disagreement_error,omitempty" parquet:"disagreement_error,optional"`
	StringCounts      string   `json:"string_counts,omitempty"      parquet:"string_counts,optional"`

	Diagnosis Diagnosis `json:"diagnosis,omitempty" parquet:"diagnosis,optional,dict"`
	Repair    string    `json:"repair,omitempty"    parquet:"repair,optional"`

	Judgements []Judgement `json:"judgements,omitempty" parquet:"judgements,list"`

	// Extra holds the fields that the schema does not know, as one JSON
	// object, unchanged.
	Extra jsontext.Value `json:",embed" parquet:"-"`
}

// A Vocabulary lists the symbols that a formula may use.
type Vocabulary struct {
	Propositions []string    `json:"propositions,omitempty" parquet:"propositions,list"`
	Predicates   []Predicate `json:"predicates,omitempty"   parquet:"predicates,list"`
	Constants    []string    `json:"constants,omitempty"    parquet:"constants,list"`
	Variables    []string    `json:"variables,omitempty"    parquet:"variables,list"`
	Alphabet     []string    `json:"alphabet,omitempty"     parquet:"alphabet,list"`
	Meanings     []Meaning   `json:"meanings,omitempty"     parquet:"meanings,list"`
}

// A Predicate has an arity of at least one. Its templates, if known, are English
// with {} for each argument.
type Predicate struct {
	Name     string `json:"name"               parquet:"name"`
	Arity    int64  `json:"arity"              parquet:"arity"`
	Positive string `json:"positive,omitempty" parquet:"positive,optional"`
	Negative string `json:"negative,omitempty" parquet:"negative,optional"`
}

// A Meaning describes a proposition or a constant.
type Meaning struct {
	Symbol  string `json:"symbol"  parquet:"symbol"`
	Meaning string `json:"meaning" parquet:"meaning"`
}

// A Conversation is the whole exchange with a model in one stage.
type Conversation struct {
	Stage    string    `json:"stage"    parquet:"stage,dict"`
	Messages []Message `json:"messages" parquet:"messages,list"`
}

// A Message is one turn; its role is system, user or assistant.
type Message struct {
	Role    string `json:"role"    parquet:"role,dict"`
	Content string `json:"content" parquet:"content"`
}

// Usage counts what the model calls of one stage took for this row. Latency is
// that of the call that answered, in seconds. Cost is in US dollars and absent if
// no price is known.
type Usage struct {
	Stage            string   `json:"stage"                       parquet:"stage,dict"`
	PromptTokens     int64    `json:"prompt_tokens,omitzero"      parquet:"prompt_tokens"`
	CompletionTokens int64    `json:"completion_tokens,omitzero"  parquet:"completion_tokens"`
	CachedTokens     int64    `json:"cached_tokens,omitzero"      parquet:"cached_tokens"`
	ReasoningTokens  int64    `json:"reasoning_tokens,omitzero"   parquet:"reasoning_tokens"`
	CostUSD          *float64 `json:"cost_usd,omitempty"          parquet:"cost_usd,optional"`
	LatencySeconds   *float64 `json:"latency_seconds,omitempty"   parquet:"latency_seconds,optional"`
	Attempts         int64    `json:"attempts,omitzero"           parquet:"attempts"`
}

// An Error says why a stage has no result for this row.
type Error struct {
	Stage   string `json:"stage"   parquet:"stage,dict"`
	Kind    string `json:"kind"    parquet:"kind,dict"`
	Message string `json:"message" parquet:"message"`
}

// A Judgement is the answer of one LLM judge about one row.
type Judgement struct {
	Judge        string    `json:"judge"                  parquet:"judge,dict"`
	Answer       string    `json:"answer,omitempty"       parquet:"answer,optional"`
	Verdict      Verdict   `json:"verdict,omitempty"      parquet:"verdict,optional,dict"`
	Conversation []Message `json:"conversation,omitempty" parquet:"conversation,list"`
	Usage        *Usage    `json:"usage,omitempty"        parquet:"usage,optional"`
}
