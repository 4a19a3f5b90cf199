package prover

func init() {
	inherited = append(inherited, "FAKE", "FAKE_PID") // of the provers in testdata
}
