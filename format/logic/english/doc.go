// Package english writes the controlled English of propositional and first-order
// formulas, and reads it. Package format/english describes this English.
package english
