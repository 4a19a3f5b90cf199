// Package english writes the controlled English of formulas of linear temporal logic, and
// reads it. Package format/english describes this English.
package english
