package shard

import (
	"bytes"
	"encoding/base64"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Types that JSON lacks have the same form whether they come from Parquet or from
// Arrow; the package comment lists the forms.

func appendText(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}

// appendFloat keeps the point of a float, as appendScalar does.
func appendFloat(b []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(b, `"-Infinity"`...)
	}
	mark := len(b)
	b = strconv.AppendFloat(b, f, 'g', -1, bits)
	if !bytes.ContainsAny(b[mark:], ".e") {
		b = append(b, ".0"...)
	}
	return b
}

// notFinite reads the names of the floats that are no numbers.
func notFinite(s string) (float64, bool) {
	switch s {
	case "NaN":
		return math.NaN(), true
	case "Infinity":
		return math.Inf(1), true
	case "-Infinity":
		return math.Inf(-1), true
	}
	return 0, false
}

// appendDecimal writes unscaled·10^(−scale) with all its digits.
func appendDecimal(b []byte, unscaled *big.Int, scale int) []byte {
	digits := new(big.Int).Abs(unscaled).String()
	if unscaled.Sign() < 0 {
		b = append(b, '-')
	}
	if scale <= 0 {
		if unscaled.Sign() != 0 {
			digits += strings.Repeat("0", -scale)
		}
		return append(b, digits...)
	}
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - scale
	return append(append(append(b, digits[:point]...), '.'), digits[point:]...)
}

func appendBinary(b, data []byte) []byte {
	b = append(b, '"')
	b = base64.StdEncoding.AppendEncode(b, data)
	return append(b, '"')
}

const day = 24 * 60 * 60

func appendDate(b []byte, days int64) []byte {
	return appendText(b, time.Unix(days*day, 0).UTC().Format(time.DateOnly))
}

// appendClock writes a time of the day.
func appendClock(b []byte, n int64, unit time.Duration) []byte {
	return appendText(b, since1970(n, unit).Format("15:04:05.999999999"))
}

// appendTime writes a time: with a Z in UTC, without for a local time.
func appendTime(b []byte, n int64, unit time.Duration, inUTC bool) []byte {
	layout := "2006-01-02T15:04:05.999999999"
	if inUTC {
		layout += "Z07:00"
	}
	return appendText(b, since1970(n, unit).Format(layout))
}

func since1970(n int64, unit time.Duration) time.Time {
	perSecond := int64(time.Second / unit)
	return time.Unix(n/perSecond, n%perSecond*int64(unit)).UTC()
}

// appendPeriod writes months, days and n units of less than a day, as ISO 8601
// has durations; of the three only those that are not zero.
func appendPeriod(b []byte, months, days, n int64, unit time.Duration) []byte {
	b = append(b, `"P`...)
	if months != 0 {
		b = append(strconv.AppendInt(b, months, 10), 'M')
	}
	if days != 0 {
		b = append(strconv.AppendInt(b, days, 10), 'D')
	}
	if n != 0 || months == 0 && days == 0 {
		b = append(b, 'T')
		seconds := appendDecimal(nil, big.NewInt(n), len(strconv.FormatInt(int64(time.Second/unit), 10))-1)
		if bytes.IndexByte(seconds, '.') >= 0 {
			seconds = bytes.TrimRight(bytes.TrimRight(seconds, "0"), ".")
		}
		b = append(append(b, seconds...), 'S')
	}
	return append(b, '"')
}
