// Package access is how programs ask for a model: the flags that say which
// endpoint, within which limits, for how much money and with which settings,
// and what they open.
//
// A program puts Flags among its own, opens its model with Open (or one of
// embeddings with OpenEmbedder), and asks Access.Model. That is all that it
// takes for a budget to hold and for answers to carry their cost: no program
// opens an endpoint in another way, so that none can ask one past its budget.
// Three more lines make the rest of the bill:
//
//	if a.Dry() {
//		return a.DryRun(ctx, c, env, process) // --dry-run
//	}
//	err = cli.RunStage(ctx, c, env, cli.Stage{
//		Process: ..., Status: a.Status, Sums: a.Sums("rank"), Resumed: a.Resumed,
//	})
//	a.Report(env)
//
// of which Sums and Resumed let a resumed run count what the ones before it
// took.
package access
