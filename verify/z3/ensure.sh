#!/bin/sh
# Prints the build tag for Z3 where libz3 and a C compiler are at hand,
# installing Debian's libz3-dev first where it may (root or passwordless sudo).
# Prints nothing where Z3 cannot be had; says on stderr what is then missing.
set -u

builds() {
	printf '#include <z3.h>\nint main(void) { return Z3_get_full_version() == 0; }\n' |
		${CC:-cc} -x c - -o /dev/null -lz3 2>/dev/null
}

install() {
	command -v apt-get >/dev/null || return 1
	if [ "$(id -u)" = 0 ]; then
		run=''
	elif sudo -n true 2>/dev/null; then
		run='sudo -n'
	else
		return 1
	fi
	echo 'installing libz3-dev' >&2
	export DEBIAN_FRONTEND=noninteractive
	{ $run apt-get update -q && $run apt-get install -q -y --no-install-recommends libz3-dev gcc libc6-dev; } >&2
}

if [ "${TRUTHLOOP_Z3:-}" = off ]; then
	why='TRUTHLOOP_Z3=off asks for it'
elif builds || { install && builds; }; then
	echo z3
	exit 0
else
	why='neither is libz3-dev with a C compiler here nor may this user install it'
fi
cat >&2 <<END
building without Z3 ($why).
What is then missing: the last engine for first-order formulas. Pairs that the
normal forms, the propositional skeleton and the finite countermodel search
leave open get the verdict unknown, with the reason no_prover. Propositional
formulas and regular expressions are decided exactly all the same.
To have it: apt-get install libz3-dev gcc
END
