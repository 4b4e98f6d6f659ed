"""Commands for GDB: `source sanecc_gdb.py`, then `help sanecc`."""

import os
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sanecc_shadow  # noqa: E402


def number(value):
    """A value as an address."""
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_ARRAY:
        value = value.address
    return int(value.cast(gdb.lookup_type("unsigned long"))) & 0xFFFFFFFFFFFFFFFF


# Parts of a report, as rt/src/report/latest.rs numbers them.
STACK_POINTER = 2
ADDRESS = 3


def part(which):
    """A part of the report that is being made; 0 if there is none. It is read from memory, which core files have, too."""
    return number(gdb.parse_and_eval(f"((unsigned long *) &__sanecc_report_parts)[{which}]"))


def address_of(words):
    """The address that the words name, or that of the report."""
    if words:
        return number(gdb.parse_and_eval(words))
    if part(STACK_POINTER) == 0:
        raise gdb.GdbError("no report is being made: name an address")
    return part(ADDRESS)


def read(address, size):
    """Memory of the program, or None."""
    try:
        return bytes(gdb.selected_inferior().read_memory(address, size))
    except gdb.MemoryError:
        return None


class Sanecc(gdb.Command):
    """What sanecc's runtime knows of memory. `break __sanecc_on_report` stops at each report."""

    def __init__(self):
        super().__init__("sanecc", gdb.COMMAND_DATA, prefix=True)


class Shadow(gdb.Command):
    """sanecc shadow [ADDRESS]: the shadow around an address; without one, around that of the report."""

    def __init__(self):
        super().__init__("sanecc shadow", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, words, from_tty):
        for line in sanecc_shadow.lines(address_of(words), read):
            print(line)


class Describe(gdb.Command):
    """sanecc describe [ADDRESS]: lets the program print what object an address belongs to, and where that was allocated and freed. It must run, or stand."""

    def __init__(self):
        super().__init__("sanecc describe", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, words, from_tty):
        address = address_of(words)
        try:
            gdb.parse_and_eval(f"((void (*)(void *)) __asan_describe_address)((void *) {address})")
        except gdb.error as error:
            # GDB 13 knows no registers for matrices (AMX).
            if "extended state" not in str(error):
                raise
            raise gdb.GdbError(
                f"{error}: this GDB cannot give the program its registers back after a call, so the program must not go on. What it has printed is right."
            )


Sanecc()
Shadow()
Describe()
