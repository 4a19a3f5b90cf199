// Package endpoint holds what clients of paid HTTP endpoints have in common,
// whatever protocol they speak: reading the whole of a reply within a limit,
// telling failures apart, and keeping secrets out of what is shown.
//
// What flows in is the http request that a provider's own client library
// builds; what flows out is the reply, kept for a second look, and a
// *translate.CallError where there is none. The libraries differ in what they
// call an error and drop headers and bodies on the way; the status and the
// bytes are the same for all.
package endpoint
