// Package batch asks models by files: OpenAI's Batch API, and what reads the
// same files, such as vLLM's run-batch. A batch costs less and takes longer.
//
// What flows out are request files, one JSON object a line with a custom_id
// and the body that would be sent online (Writer). What flows in are the
// output and error files of the batches, in any order (Answers, which is a
// translate.Model: asked the same question as the Writer was, it answers from
// the files). Between the two, Service drives the API: it uploads, watches
// and downloads, and keeps what it did in batches.json beside the files.
//
// The custom_id is a hash of the request and of the row's key, so that nothing
// but the rows and the settings is needed to find an answer again. A file
// with the custom_ids of rows was rejected: it is one more thing to lose.
package batch
