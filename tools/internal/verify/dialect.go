package verify

import (
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// parseDialect reads --regex-dialect. A --formalism that contradicts it is an error.
func (s *stage) parseDialect(c *ucli.Context) error {
	if err := cli.Parse(c, "regex-dialect", regex.ParseDialect, &s.dialect); err != nil {
		return err
	}
	if all := s.formalism; c.IsSet("regex-dialect") && all != "" && all != record.Regex && s.inDialect(record.Regex) != all {
		return cli.Usagef("--regex-dialect %s: found --formalism %s, expected regex", s.dialect, all)
	}
	return nil
}

// inDialect returns the formalism of rows of the formalism f in the dialect.
func (s *stage) inDialect(f record.Formalism) record.Formalism {
	if f == record.Regex && s.dialect == regex.Brics {
		return record.RegexBrics
	}
	return f
}
