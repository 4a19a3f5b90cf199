package translate

import "strings"

// RefusesFormat says whether a failed call is the endpoint's word that it does
// not know the response format: a request that it does not take, with a message
// that names the parameter. It is false of nil.
func (e *CallError) RefusesFormat() bool {
	if e == nil || e.Status != 400 && e.Status != 422 {
		return false
	}
	message := strings.ToLower(e.Message)
	for _, word := range []string{"response_format", "json_schema", "output_config", "structured output"} {
		if strings.Contains(message, word) {
			return true
		}
	}
	return false
}
