"""Commands for LLDB, from version 14: `command script import sanecc_lldb.py`, then `help sanecc`."""

import os
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sanecc_shadow  # noqa: E402


def evaluated(context, text):
    """The value of an expression, in the selected frame where there is one."""
    scope = context.frame if context.frame.IsValid() else context.target
    value = scope.EvaluateExpression(text)
    if value.GetError().Fail() and value.GetType().GetName() != "void":
        raise ValueError(value.GetError().GetCString())
    return value


def address_of(context, words):
    """The address that the words name, or that of the report."""
    if words.strip():
        return evaluated(context, f"(unsigned long)({words})").GetValueAsUnsigned()
    if evaluated(context, "((int (*)(void)) __asan_report_present)()").GetValueAsUnsigned() == 0:
        raise ValueError("no report is being made: name an address")
    return evaluated(context, "((unsigned long (*)(void)) __asan_get_report_address)()").GetValueAsUnsigned()


def shadow(debugger, words, context, result, internal_dict):
    """sanecc shadow [ADDRESS]: the shadow around an address; without one, around that of the report."""

    def read(address, size):
        error = lldb.SBError()
        memory = context.process.ReadMemory(address, size, error)
        return memory if error.Success() else None

    try:
        for line in sanecc_shadow.lines(address_of(context, words), read):
            result.AppendMessage(line)
    except ValueError as error:
        result.SetError(str(error))


def describe(debugger, words, context, result, internal_dict):
    """sanecc describe [ADDRESS]: lets the program print what object an address belongs to, and where that was allocated and freed."""
    try:
        address = address_of(context, words)
        evaluated(context, f"((void (*)(unsigned long)) __asan_describe_address)({address})")
    except ValueError as error:
        result.SetError(str(error))


def __lldb_init_module(debugger, internal_dict):
    for command in [
        "command container add --help 'What the runtime of sanecc knows of memory.' sanecc",
        "command script add --function sanecc_lldb.shadow sanecc shadow",
        "command script add --function sanecc_lldb.describe sanecc describe",
    ]:
        debugger.HandleCommand(command)
