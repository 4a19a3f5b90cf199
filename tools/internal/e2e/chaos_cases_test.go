//go:build unix

package e2e

import (
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

// A chaosCase is a stage that is killed and resumed.
type chaosCase struct {
	name string

	// steps are bash commands. A killed step is run again; all but the last one
	// can be. $in is the directory of the inputs, and $model are the flags of an
	// endpoint. The flags of the output are added to the last one.
	steps []string

	faults  simllm.Rates // of the endpoint
	cache   bool         // the last step has --cache: a killed run may also start over
	batch   bool         // asks by the Batch API: a kill buys nothing again
	noUsage bool         // the rows are compared, without the column usage
	whole   bool         // the program run, which writes a directory of many files
}

// The outputs, one of each format.
var chaosOutputs = []string{"out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.parquet", "out.arrow", "out.csv", "out/"}

func chaosCases(t *testing.T) []chaosCase {
	t.Helper()
	faults, err := simllm.ParseRates("429=0.1,5xx=0.05,hang=0.02,drop=0.04,malformed=0.04")
	if err != nil {
		t.Fatal(err)
	}
	// A reply that arrives just as the client gives up would be paid for again,
	// without a kill that explains it. So the time that a hang costs is far longer
	// than any reply takes.
	const patient = " --timeout 5s --retries 30"
	one := func(name, command string) chaosCase { return chaosCase{name: name, steps: []string{command}} }
	batch := func(program, input string) chaosCase {
		return chaosCase{name: program + " by batch", batch: true, steps: []string{
			"rm -rf work; exec " + program + " --model simllm --batch-out work " + input,
			program + " batch submit --base-url $url work",
			program + " batch status --base-url $url work",
			program + " batch fetch --base-url $url work",
			program + " --model simllm --no-timing --batch-in work " + input,
		}}
	}
	return []chaosCase{
		one("generate", "generate --dataset fol --seed 3 --sample-count $sample"),
		one("informalize", "informalize --model builtin:rules --no-timing $in/fol.jsonl"),
		one("autoformalize", "autoformalize --model builtin:noisy --no-timing $in/fol-nl.jsonl"),
		one("verify", "verify --no-timing $in/fol-out.jsonl"),
		one("verify by groups", "verify --align story --align-by num_operators --no-timing $in/fol-out.jsonl"),
		one("perturb", "perturb --task ranking $in/fol-nl.jsonl"),
		one("convert", "convert --describe $in/fol-out.jsonl"),
		one("rank by vectors", "rank --model builtin:ngrams --no-timing --runs $runs $in/sets.jsonl"),

		one("informalize at an endpoint", "informalize $model $in/fs.jsonl"),
		one("informalize samples", "informalize $model --samples 3 $in/few.jsonl"),
		one("informalize steps", "informalize $model --steps 2 $in/few.jsonl"),
		{name: "autoformalize with a cache", cache: true, steps: []string{"autoformalize $model --cache cache $in/nl.jsonl"}},
		one("judge", "judge --model simllm --base-url $url --workers $workers --no-timing $in/out.jsonl"),
		one("rank", "rank $model $in/sets.jsonl"),
		one("rank runs", "rank $model --form fol --runs $runs $in/sets.jsonl"),
		one("rank embeddings", "rank --embeddings $model $in/sets.jsonl"),
		{name: "rank embeddings with a cache", cache: true, steps: []string{"rank --embeddings $model --cache cache $in/sets.jsonl"}},
		one("reason folio", "reason --task folio --form fol $model --samples 3 $in/stories.jsonl"),
		one("reason logieval", "reason --task logieval $model $in/questions.jsonl"),
		one("reason linc", "reason --task linc $model --samples 2 $in/stories.jsonl"),
		one("reason ontology", "reason --task ontology $model --runs 2 $in/stories.jsonl"),

		batch("informalize", "$in/fs.jsonl"),
		batch("autoformalize", "$in/nl.jsonl"),

		{name: "run", whole: true, steps: []string{"run --dataset plogic --sample-count $sample --model builtin:noisy --no-timing --by num_operators:10"}},
		{name: "run crossed", whole: true, steps: []string{"printf '[run]\nno-timing = true\n[generate]\ndataset = \"plogic\"\nsample-count = %d\n[informalize]\nmodel = [\"builtin:rules\", \"builtin:noisy\"]\n[autoformalize]\nmodel = [\"builtin:rules\", \"builtin:noisy\"]\n' $sample > crossed.toml", "run crossed.toml"}},
		{name: "run at an endpoint", whole: true, steps: []string{"run $model --by num_operators --format jsonl.zst $in/fs.jsonl"}},

		{name: "informalize with faults", faults: faults, noUsage: true, steps: []string{"informalize $model" + patient + " $in/fs.jsonl"}},
		{name: "autoformalize with faults", faults: faults, noUsage: true, steps: []string{"autoformalize $model" + patient + " $in/nl.jsonl"}},
	}
}

// chaosInputs writes the inputs of the cases to dir/in.
const chaosInputs = `
	generate --dataset fol --seed 3 --sample-count $sample | head -n $rows > fol.jsonl
	informalize --model builtin:rules --no-timing fol.jsonl > fol-nl.jsonl
	autoformalize --model builtin:noisy --no-timing fol-nl.jsonl > fol-out.jsonl
	informalize --model builtin:rules --no-timing fs.jsonl > nl.jsonl
	autoformalize --model builtin:noisy --no-timing nl.jsonl > out.jsonl
	head -n $((calls / 4)) fs.jsonl > few.jsonl
	convert --from ontology "$root/data/ontologies/tarski.json" | perturb --task ranking > all.jsonl
	convert --from folio-stories "$root/data/examples/stories.jsonl" > story.jsonl
	convert --from logieval "$root/data/examples/logieval" > question.jsonl
	head -n $calls all.jsonl > sets.jsonl
	for ((i = 0; i < calls; i += 60)); do cat story.jsonl; done | head -n $((calls / 3)) > stories.jsonl
	for ((i = 0; i < calls; i += 14)); do cat question.jsonl; done | head -n $calls > questions.jsonl`
