package cli

import (
	"fmt"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
)

// ManPage returns a manual page in roff: a help without further layout.
func ManPage(name, summary, help string) string {
	text := fmt.Sprintf("%% %s 1 \"\" \"truthloop %s\" \"truthloop\"\n# NAME\n%s - %s\n# DESCRIPTION\n```\n%s```\n",
		strings.ToUpper(name), Version(), name, summary, help)
	return string(md2man.Render([]byte(text)))
}
