package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Crossed has the outcomes of a loop in which writers describe formulas and every
// reader formalizes the descriptions. It is the input of FitCrossed.
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
// A pair of a writer and a reader may have a private code: it makes a share κ of their
// formulas equivalent, whatever the class is. For this pair, κ + (1−κ)q replaces q,
// where q is p_A[j] or c.
//
// # Identifiability
//
// With three readers of each description, the outcomes of one writer have seven free
// frequencies, and the model has five parameters. With two readers, two writers have six
// frequencies for five parameters, if their p_I differ. With one reader, p_I and p_A
// cannot be distinguished, and FitCrossed returns an error. The two classes may be
// exchanged without a change of the likelihood. FitCrossed takes the solution in which
// right descriptions are formalized better than wrong ones: c is at most 1/2 and at most
// the mean of p_A.
type Crossed struct {
	Writers, Readers int
	Descriptions     []Description
}

// A Description has the outcomes of one description.
type Description struct {
	Writer   int
	Formula  int        // descriptions of one formula are not independent
	Outcomes []Outcomes // by reader
}

// Outcomes counts the formulas that one reader made of a description. A reader
// without a known outcome has zeros.
type Outcomes struct{ Right, Wrong int }

// A Pair is a writer and a reader.
type Pair struct{ Writer, Reader int }

// errCrossed is the error for data that do not identify the model.
var errCrossed = errors.New("expected descriptions with formulas of two autoformalizers or more, and two informalizers or more if there are only two autoformalizers")

// A CrossedFit is the maximum-likelihood fit of the model.
type CrossedFit struct {
	WriterRates []float64 // p_I; NaN for a writer without descriptions
	ReaderRates []float64 // p_A; NaN for a reader without outcomes
	Cancel      float64   // c
	Private     map[Pair]float64
	LogLik      float64

	data    *crossedData
	private []Pair
	theta   []float64 // the parameters in one list
	logs    [][2]float64
}

// crossedData holds equal descriptions once, with their number.
type crossedData struct {
	Crossed
	rows []counted
	seen map[int]bool // the parameters of writers and readers that have outcomes
}

type counted struct {
	Description
	n float64
}

func collapse(c Crossed) *crossedData {
	d := &crossedData{Crossed: c, seen: map[int]bool{}}
	at := map[string]int{}
	for _, one := range c.Descriptions {
		for j, o := range one.Outcomes {
			if o.Right+o.Wrong > 0 {
				d.seen[one.Writer], d.seen[c.Writers+j] = true, true
			}
		}
		key := fmt.Sprint(one.Writer, one.Outcomes)
		if i, found := at[key]; found {
			d.rows[i].n++
			continue
		}
		at[key] = len(d.rows)
		d.rows = append(d.rows, counted{one, 1})
	}
	return d
}

// identified reports whether the data can identify the model.
func (c Crossed) identified() bool {
	most := 0
	writers := map[int]bool{}
	for _, d := range c.Descriptions {
		readers := 0
		for _, o := range d.Outcomes {
			if o.Right+o.Wrong > 0 {
				readers++
			}
		}
		if readers >= 2 {
			writers[d.Writer] = true
		}
		most = max(most, readers)
	}
	return most >= 3 || most == 2 && len(writers) >= 2
}

// FitCrossed fits the model by the EM algorithm, from several starts. The pairs in
// private have a private code.
func FitCrossed(c Crossed, private ...Pair) (*CrossedFit, error) {
	if !c.identified() {
		return nil, errCrossed
	}
	return collapse(c).fit(private, nil)
}

// mostCancel is the highest c. Without a limit, data without an error would not show
// whether all descriptions are right, or all are wrong and c is 1.
const mostCancel = 0.5

// starts holds the values of p_I, p_A and c from which EM starts.
var starts = [][3]float64{{0.8, 0.8, 0.1}, {0.5, 0.9, 0.02}, {0.95, 0.6, 0.3}}

// fit fits the model from the parameters warm or, if warm is nil, from all starts.
func (d *crossedData) fit(private []Pair, warm []float64) (*CrossedFit, error) {
	var best *CrossedFit
	for _, s := range starts {
		theta := warm
		if theta == nil {
			theta = slices.Concat(slices.Repeat(s[:1], d.Writers), slices.Repeat(s[1:2], d.Readers), s[2:], slices.Repeat([]float64{0.1}, len(private)))
		}
		f := d.em(private, theta, -1)
		if f.ordered() && (best == nil || f.LogLik > best.LogLik) {
			best = f
		}
		if warm != nil {
			break
		}
	}
	if best == nil {
		return nil, errors.New("found no solution in which right descriptions are formalized better than wrong ones")
	}
	best.name()
	return best, nil
}

// ordered reports whether right descriptions are formalized better than wrong ones.
func (f *CrossedFit) ordered() bool {
	cancel := f.data.Writers + f.data.Readers
	sum, n := 0.0, 0.0
	for k := f.data.Writers; k < cancel; k++ {
		if f.data.seen[k] {
			sum, n = sum+f.theta[k], n+1
		}
	}
	return sum/n >= f.theta[cancel]
}

// name copies the parameters to the fields.
func (f *CrossedFit) name() {
	w, r := f.data.Writers, f.data.Readers
	for k := range w + r {
		if !f.data.seen[k] {
			f.theta[k] = math.NaN()
		}
	}
	f.WriterRates, f.ReaderRates, f.Cancel = f.theta[:w], f.theta[w:w+r], f.theta[w+r]
	f.Private = map[Pair]float64{}
	for k, pair := range f.private {
		f.Private[pair] = f.theta[w+r+1+k]
	}
}

// em runs the EM algorithm (A. P. Dempster, N. M. Laird and D. B. Rubin, J. R. Statist.
// Soc. B 39, 1977). Parameter fixed does not change; −1 means none.
func (d *crossedData) em(private []Pair, start []float64, fixed int) *CrossedFit {
	const tolerance, most = 1e-8, 20000
	f := &CrossedFit{data: d, private: private, theta: slices.Clone(start), LogLik: math.Inf(-1)}
	up, down := make([]float64, len(start)), make([]float64, len(start))
	for range most {
		before := f.LogLik
		f.step(up, down)
		if math.IsInf(f.LogLik, -1) || math.IsNaN(f.LogLik) || f.LogLik-before < tolerance {
			break
		}
		for k := range f.theta {
			if k != fixed && down[k] > 0 {
				f.theta[k] = up[k] / down[k]
			}
		}
		if cancel := d.Writers + d.Readers; cancel != fixed {
			f.theta[cancel] = min(f.theta[cancel], mostCancel)
		}
	}
	f.setLogs()
	return f
}

// step computes the likelihood, and for each parameter the expected numbers of
// successes (up) and of trials (down).
func (f *CrossedFit) step(up, down []float64) {
	clear(up)
	clear(down)
	f.setLogs()
	w, r := f.data.Writers, f.data.Readers
	cancel := w + r
	f.LogLik = 0
	for _, one := range f.data.rows {
		right, lik := f.posterior(one.Description)
		f.LogLik += one.n * lik
		up[one.Writer] += one.n * right
		down[one.Writer] += one.n
		for j, o := range one.Outcomes {
			if o.Right+o.Wrong == 0 {
				continue
			}
			k, kappa := f.kappa(one.Writer, j)
			yes, no := float64(o.Right)*one.n, float64(o.Wrong)*one.n
			for _, class := range [2]struct {
				p  float64
				at int
			}{{right, w + j}, {1 - right, cancel}} {
				if class.p == 0 {
					continue
				}
				q := f.theta[class.at]
				coded := 0.0 // P(by the code | equivalent, class)
				if kappa > 0 {
					coded = kappa / (kappa + (1-kappa)*q)
				}
				up[class.at] += class.p * yes * (1 - coded)
				down[class.at] += class.p * (yes*(1-coded) + no)
				if k >= 0 {
					up[k] += class.p * yes * coded
				}
			}
			if k >= 0 {
				down[k] += yes + no
			}
		}
	}
}

// setLogs stores the logarithms of each parameter and of its complement.
func (f *CrossedFit) setLogs() {
	if f.logs == nil {
		f.logs = make([][2]float64, len(f.theta))
	}
	for k, q := range f.theta {
		f.logs[k] = [2]float64{math.Log(q), math.Log1p(-q)}
	}
}

// kappa returns the index and the value of the parameter of a pair's private code, or −1
// and 0 if the pair has none.
func (f *CrossedFit) kappa(writer, reader int) (k int, value float64) {
	for i, pair := range f.private {
		if pair == (Pair{writer, reader}) {
			k = f.data.Writers + f.data.Readers + 1 + i
			return k, f.theta[k]
		}
	}
	return -1, 0
}

// posterior returns the probability that a description is right, given its outcomes, and
// the logarithm of its likelihood.
func (f *CrossedFit) posterior(one Description) (right, logLik float64) {
	cancel := f.data.Writers + f.data.Readers
	a, b := f.logs[one.Writer][0], f.logs[one.Writer][1]
	for j, o := range one.Outcomes {
		if o.Right+o.Wrong == 0 {
			continue
		}
		ofRight, ofWrong := f.logs[f.data.Writers+j], f.logs[cancel]
		if k, kappa := f.kappa(one.Writer, j); k >= 0 {
			coded := func(q float64) [2]float64 {
				return [2]float64{math.Log(kappa + (1-kappa)*q), math.Log((1 - kappa) * (1 - q))}
			}
			ofRight, ofWrong = coded(f.theta[f.data.Writers+j]), coded(f.theta[cancel])
		}
		a += o.log(ofRight)
		b += o.log(ofWrong)
	}
	top := max(a, b)
	if math.IsInf(top, -1) {
		return 0.5, top
	}
	sum := math.Exp(a-top) + math.Exp(b-top)
	return math.Exp(a-top) / sum, top + math.Log(sum)
}

// log returns the logarithm of the probability of the outcomes. p holds the logarithms
// for one right and for one wrong outcome.
func (o Outcomes) log(p [2]float64) (sum float64) {
	if o.Right > 0 {
		sum += float64(o.Right) * p[0]
	}
	if o.Wrong > 0 {
		sum += float64(o.Wrong) * p[1]
	}
	return sum
}

// Wrong returns the probability that a description is wrong, given its outcomes. With
// this probability, an equivalent formula made of it is a false positive.
func (f *CrossedFit) Wrong(d Description) float64 {
	right, _ := f.posterior(d)
	return 1 - right
}

// Expected returns the probability that the pair's formulas are equivalent without a
// private code: p_I p_A + (1 − p_I) c.
func (f *CrossedFit) Expected(p Pair) float64 {
	rate := f.WriterRates[p.Writer]
	return rate*f.ReaderRates[p.Reader] + (1-rate)*f.Cancel
}
