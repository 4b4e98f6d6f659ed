"""The shadow in words, for both debuggers: rt/abi/src/shadow.rs says what its bytes mean."""

GRANULE = 8
OFFSET = 0x7FFF8000
ADDRESS_END = 1 << 47
PARTIAL = 64
ROW = 16
ROWS_AROUND = 3

POISON = {
    0xAC: "array cookie",
    0xBB: "between members of a class",
    0xCA: "left of an alloca",
    0xCB: "right of an alloca",
    0xF1: "left of the objects of a stack frame",
    0xF2: "between objects of a stack frame",
    0xF3: "right of the objects of a stack frame",
    0xF5: "stack frame of a function that has returned",
    0xF6: "global variable that is not initialized yet",
    0xF7: "poisoned by the program",
    0xF8: "stack object out of scope",
    0xF9: "after a global variable",
    0xFA: "heap redzone",
    0xFC: "room of a container beyond its elements",
    0xFD: "freed heap chunk",
    0xFE: "memory of the runtime",
}


def meaning(byte):
    """What a byte of the shadow says of its 8 bytes of memory."""
    if byte < PARTIAL:
        return "addressable"
    if byte < 0x80:
        return f"the first {byte - PARTIAL} bytes are addressable"
    return POISON.get(byte, "unknown poison")


def lines(address, read):
    """The shadow around an address. `read(address, size)` returns bytes, or None where there is no memory."""
    if not 0 <= address < ADDRESS_END:
        return [f"{address:#x} has no shadow"]
    own = shadow_byte(address, read)
    if own is None:
        return [f"the shadow of {address:#x} cannot be read (core files have none, unless use_madv_dontdump=0)"]
    text = [f"{address:#x}: {own:02x}, {meaning(own)}"]
    marked = address // GRANULE * GRANULE
    bytes_per_row = ROW * GRANULE
    seen = set()
    for row in range(-ROWS_AROUND, ROWS_AROUND + 1):
        start = address // bytes_per_row * bytes_per_row + row * bytes_per_row
        shadow = read(start // GRANULE + OFFSET, ROW) if start >= 0 else None
        if shadow is not None:
            seen.update(shadow)
            text.append(row_text(start, shadow, marked))
    for byte in sorted(seen - {own}):
        if byte >= 0x80:
            text.append(f"  {byte:02x}: {meaning(byte)}")
    return text


def shadow_byte(address, read):
    """The byte of an address, or None."""
    shadow = read(address // GRANULE + OFFSET, 1)
    return None if shadow is None else shadow[0]


def row_text(start, shadow, marked):
    """One row, with brackets around the byte of the address."""
    index = (marked - start) // GRANULE
    is_own = 0 <= index < ROW
    cells = [f"[{byte:02x}]" if place == index else f" {byte:02x} " for place, byte in enumerate(shadow)]
    return f"{'=>' if is_own else '  '}{start:#014x}:{''.join(cells).rstrip()}"
