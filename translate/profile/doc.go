// Package profile holds what is known of models beforehand: which parameters a
// family takes, how large its context is, what it costs.
//
// What flows in is data/models.toml and a file of the user's in the same form;
// what flows out is the Profile of a model's name, which is empty for a name
// that fits no entry: such a model works with plain defaults and no price.
// Prices change, so each carries who listed it and when; none is guessed.
//
// Asking the endpoint was rejected: /v1/models tells neither prices nor
// parameters, and differs from server to server.
package profile
