package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Crossed has the outcomes of a loop in which writers describe formulas and every
// reader formalizes the descriptions.
//
// # Model
//
// Nobody sees whether a description is right, but all readers read the same one. A
// latent-class model uses this. Each description has a class, right or wrong:
//
//	P(description of writer i is right)                    = p_I[i]
//	P(reader j's formula is equivalent | it is right)      = p_A[j]
//	P(reader j's formula is equivalent | it is wrong)      = c
//
// c is the rate at which two errors cancel out. It is one number for all readers.
// Given the class, readers are independent. If y has the outcomes of a description,
// its likelihood is
//
//	p_I Π_j p_A[j]^y_j (1−p_A[j])^(1−y_j) + (1−p_I) Π_j c^y_j (1−c)^(1−y_j)
//
// (A. P. Dawid and A. M. Skene, Applied Statistics 28, 1979, p. 20; S. L. Hui and
// S. D. Walter, Biometrics 36, 1980, p. 167, for tests without a gold standard).
//
// # Identifiability
//
// With three readers of each description, the outcomes of one writer have seven free
// frequencies, and the model has five parameters. With two readers, two writers have six
// frequencies for five parameters, if their p_I differ. With one reader, p_I and p_A
// cannot be distinguished, and FitCrossed returns an error. The two classes may be exchanged
// without a change of the likelihood. FitCrossed takes the solution in which right descriptions
// are formalized better than wrong ones: c is at most 1/2 and at most the mean of p_A.
//
// # Intervals
//
// Standard errors are those of the jackknife over blocks of formulas (B. Efron and R. J.
// Tibshirani, An Introduction to the Bootstrap, 1993, sec. 11.5), since descriptions of
// one formula are not independent. An interval is Wilson's with a quantile of Student's t,
// for the number of independent trials that gives the standard error: it stays within 0 and
// 1, and it is not empty if the rate is 0 or 1.
type Crossed struct {
	Writers, Readers int
	Descriptions     []Description
}

// A Description has the outcomes of one description.
type Description struct {
	Writer   int
	Formula  int        // numbers from 0
	Outcomes []Outcomes // by reader
}

// Outcomes counts the formulas that one reader made of a description.
type Outcomes struct{ Right, Wrong, Unknown int }

// A CrossedFit is the maximum-likelihood fit of the model.
type CrossedFit struct {
	// Rates has p_I of the writers, p_A of the readers, and c. It is NaN for a writer
	// without descriptions, and a reader without known outcomes.
	Rates  []float64
	LogLik float64

	data   *patterns
	trials []float64 // the expected number of trials of each rate
}

var (
	errCrossed = errors.New("expected descriptions with formulas of two autoformalizers or more, and two informalizers or more if there are only two autoformalizers")
	errClasses = errors.New("found no solution in which right descriptions are formalized better than wrong ones")
)

// mostCancel is the highest c. Without a limit, data without an error would not show
// whether all descriptions are right, or all are wrong and c is 1.
const mostCancel = 0.5

// blocks is the number of blocks of formulas that the jackknife leaves out in turn.
const blocks = 50

// patterns are the descriptions. Those of one writer with equal outcomes are counted
// together.
type patterns struct {
	writers, readers int
	all              []*pattern
}

// A pattern has a number of descriptions, also in each block.
type pattern struct {
	Description
	n  float64
	in [blocks]float64
}

// patterns counts equal descriptions. An unknown outcome counts as the given outcomes. It
// returns an error if the data do not identify the model.
func (c Crossed) patterns(unknown Outcomes) (*patterns, error) {
	p := &patterns{writers: c.Writers, readers: c.Readers}
	at := map[string]*pattern{}
	most, several := 0, map[int]bool{}
	for _, d := range c.Descriptions {
		readers := 0
		d.Outcomes = slices.Clone(d.Outcomes)
		for j, o := range d.Outcomes {
			d.Outcomes[j] = Outcomes{Right: o.Right + o.Unknown*unknown.Right, Wrong: o.Wrong + o.Unknown*unknown.Wrong}
			if d.Outcomes[j] != (Outcomes{}) {
				readers++
			}
		}
		if readers == 0 {
			continue
		}
		if most = max(most, readers); readers >= 2 {
			several[d.Writer] = true
		}
		key := fmt.Sprint(d.Writer, d.Outcomes)
		if at[key] == nil {
			at[key] = &pattern{Description: d}
			p.all = append(p.all, at[key])
		}
		at[key].n++
		at[key].in[d.Formula%blocks]++
	}
	if most < 2 || most == 2 && len(several) < 2 {
		return nil, errCrossed
	}
	return p, nil
}

// starts holds the values of p_I, p_A and c from which EM starts.
var starts = [][3]float64{{0.8, 0.8, 0.1}, {0.5, 0.9, 0.02}, {0.95, 0.6, 0.3}}

// FitCrossed fits the model by the EM algorithm: it takes the best solution from several
// starts. Each unknown outcome counts as the given outcomes; as none if these are zero.
func FitCrossed(c Crossed, unknown Outcomes) (best *CrossedFit, err error) {
	p, err := c.patterns(unknown)
	if err != nil {
		return nil, err
	}
	for _, s := range starts {
		start := slices.Concat(slices.Repeat(s[:1], p.writers), slices.Repeat(s[1:2], p.readers), s[2:])
		if f := p.em(start, -1); f.ordered() && (best == nil || f.LogLik > best.LogLik) {
			best = f
		}
	}
	if best == nil {
		return nil, errClasses
	}
	return best, nil
}

// ordered reports whether right descriptions are formalized better than wrong ones.
func (f *CrossedFit) ordered() bool {
	cancel := len(f.Rates) - 1
	rates := slices.DeleteFunc(slices.Clone(f.Rates[f.data.writers:cancel]), math.IsNaN)
	return stat.Mean(rates, nil) >= f.Rates[cancel]
}

// em runs the EM algorithm (A. P. Dempster, N. M. Laird and D. B. Rubin, J. R. Statist.
// Soc. B 39, 1977) on the descriptions outside a block; −1 means all.
func (p *patterns) em(start []float64, block int) *CrossedFit {
	const tolerance, most = 1e-9, 20000
	w, cancel := p.writers, p.writers+p.readers
	f := &CrossedFit{data: p, Rates: slices.Clone(start), trials: make([]float64, len(start)), LogLik: math.Inf(-1)}
	successes := make([]float64, len(start))
	for range most {
		before := f.LogLik
		clear(successes)
		clear(f.trials)
		f.LogLik = 0
		logs := f.logs()
		for _, one := range p.all {
			n := one.n
			if block >= 0 {
				n -= one.in[block]
			}
			if n == 0 {
				continue
			}
			right, lik := f.posterior(one.Description, logs)
			f.LogLik += n * lik
			successes[one.Writer] += n * right
			f.trials[one.Writer] += n
			for j, o := range one.Outcomes {
				for class, at := range [2]int{w + j, cancel} {
					share := n * [2]float64{right, 1 - right}[class]
					yes, no := share*float64(o.Right), share*float64(o.Wrong)
					successes[at] += yes
					f.trials[at] += yes + no
				}
			}
		}
		if !(f.LogLik-before >= tolerance) {
			break
		}
		for k, n := range f.trials {
			if n > 0 {
				f.Rates[k] = successes[k] / n
			}
		}
		f.Rates[cancel] = min(f.Rates[cancel], mostCancel)
	}
	for k, n := range f.trials[:cancel] {
		if n == 0 {
			f.Rates[k] = math.NaN()
		}
	}
	return f
}

// logs returns, for each reader and class, the logarithms of the probabilities of an
// equivalent formula and of another one.
func (f *CrossedFit) logs() (logs [][2][2]float64) {
	cancel := len(f.Rates) - 1
	for _, right := range f.Rates[f.data.writers:cancel] {
		var of [2][2]float64
		for class, q := range [2]float64{right, f.Rates[cancel]} {
			of[class] = [2]float64{math.Log(q), math.Log(1 - q)}
		}
		logs = append(logs, of)
	}
	return logs
}

// posterior returns the probability that a description is right, given its outcomes, and
// the logarithm of its likelihood.
func (f *CrossedFit) posterior(d Description, logs [][2][2]float64) (right, logLik float64) {
	rate := f.Rates[d.Writer]
	of := [2]float64{math.Log(rate), math.Log1p(-rate)}
	for j, o := range d.Outcomes {
		for class := range of {
			p := logs[j][class]
			if o.Right > 0 {
				of[class] += float64(o.Right) * p[0]
			}
			if o.Wrong > 0 {
				of[class] += float64(o.Wrong) * p[1]
			}
		}
	}
	logLik = floats.LogSumExp(of[:])
	if math.IsInf(logLik, -1) {
		return 0.5, logLik
	}
	return math.Exp(of[0] - logLik), logLik
}

// Intervals returns the intervals of the rates.
func (f *CrossedFit) Intervals(level float64) []Interval {
	var left [][]float64 // the parameters without each block
	for block := range blocks {
		if slices.ContainsFunc(f.data.all, func(one *pattern) bool { return one.in[block] > 0 }) {
			left = append(left, f.data.em(f.Rates, block).Rates)
		}
	}
	if len(left) < 2 { // one formula, or few: nothing is known of the variance
		return slices.Repeat([]Interval{{math.NaN(), math.NaN()}}, len(f.Rates))
	}
	freedom := float64(len(left) - 1)
	level = 2*distuv.UnitNormal.CDF(distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1+level)/2)) - 1
	last := len(f.Rates) - 1
	intervals := make([]Interval, last+1)
	for k := range intervals {
		var values []float64
		for _, rates := range left {
			values = append(values, rates[k])
		}
		variance := stat.PopVariance(values, nil) * freedom
		p, n := f.Rates[k], f.trials[k]
		if k == last {
			n = max(n, 1e-9) // without a wrong description, nothing is known of c
		}
		near := (p*n + 0.5) / (n + 1) // is not 0 or 1
		if independent := near * (1 - near) / variance; independent < n {
			n = independent
		}
		low, high := Wilson(p, n, level)
		if k == last {
			high = min(high, mostCancel)
		}
		intervals[k] = Interval{low, high}
	}
	return intervals
}
