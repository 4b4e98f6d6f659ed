//! Sockets, names and addresses. Sorted.

use super::effects::{
    Direction, Effect, Extent, Member, Pointer, Success, has_read, has_written, reads, text,
};
use super::sizes::*;
use super::{Row, does, makes};
use Direction::{Read, Write};
use Effect::{Capacity, HasFilled, HasWritten, Message, Messages, SocketAddress};
use Extent::{
    AddressOf, Bytes, Int, LengthAnd, ResultAndNul, ResultElements, ResultUpTo, Size, Text, Word,
};
use Pointer::{Behind, Returned};
use Success::{Always, NotMinusOne, NotNegative, NotNull, NotZero, One, Positive, Zero};

/// What a `struct hostent` points to.
const HOST: &[Member] = &[
    Member::Text(0),
    Member::Texts(HOST_ALIASES),
    Member::Chunks(HOST_ADDRESSES, HOST_LENGTH),
];
/// The same of a `struct protoent`.
const PROTOCOL: &[Member] = &[Member::Text(0), Member::Texts(PROTOCOL_ALIASES)];

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("__b64_ntop", "ipzpz", NotNegative, &[reads(0, Size(1)), has_written(2, ResultAndNul)]),
    does("__b64_pton", "ippz", NotNegative, &[text(0), has_written(1, ResultElements(1))]),
    does("__recv_chk", "zipzzi", Positive, &[Capacity(3, 1), has_written(1, ResultUpTo(2))]),
    does("__recvfrom_chk", "zipzzipp", Positive, &[Capacity(3, 1), has_written(1, ResultUpTo(2)), SocketAddress(5, 6)]),
    does("accept", "iipp", NotNegative, &[SocketAddress(1, 2)]),
    does("accept4", "iippi", NotNegative, &[SocketAddress(1, 2)]),
    does("bind", "iipi", Always, &[reads(1, Int(2))]),
    does("connect", "iipi", Always, &[reads(1, Int(2))]),
    does("dn_comp", "ippipp", NotNegative, &[text(0), has_written(1, ResultElements(1))]),
    does("dn_expand", "ippppi", NotNegative, &[has_read(2, ResultElements(1)), has_written(3, Text)]),
    does("ether_aton", "pp", Always, &[text(0)]),
    does("ether_aton_r", "ppp", NotNull, &[text(0), has_written(1, Bytes(6))]),
    does("ether_hostton", "ipp", Zero, &[text(0), has_written(1, Bytes(6))]),
    does("ether_line", "ippp", Zero, &[text(0), has_written(1, Bytes(6)), has_written(2, Text)]),
    does("ether_ntoa", "pp", Always, &[reads(0, Bytes(6))]),
    does("ether_ntoa_r", "ppp", NotNull, &[reads(0, Bytes(6)), has_written(1, Text)]),
    does("ether_ntohost", "ipp", Zero, &[reads(1, Bytes(6)), has_written(0, Text)]),
    makes("getaddrinfo", "ipppp", Zero, &[text(0), text(1), reads(2, Bytes(ADDRINFO)), has_written(3, Word)]),
    does("gethostbyaddr", "ppii", Always, &[reads(0, Int(1))]),
    does("gethostbyaddr_r", "ipiippzpp", Zero, &[reads(0, Int(1)), has_written(6, Word), HasWritten(Behind(6), Bytes(HOSTENT)), HasFilled(Behind(6), HOST), has_written(7, Bytes(4))]),
    does("gethostbyname", "pp", Always, &[text(0)]),
    does("gethostbyname2", "ppi", Always, &[text(0)]),
    does("gethostbyname2_r", "ipippzpp", Zero, &[text(0), has_written(5, Word), HasWritten(Behind(5), Bytes(HOSTENT)), HasFilled(Behind(5), HOST), has_written(6, Bytes(4))]),
    does("gethostbyname_r", "ipppzpp", Zero, &[text(0), has_written(4, Word), HasWritten(Behind(4), Bytes(HOSTENT)), HasFilled(Behind(4), HOST), has_written(5, Bytes(4))]),
    does("gethostent_r", "ippzpp", Zero, &[has_written(3, Word), HasWritten(Behind(3), Bytes(HOSTENT)), HasFilled(Behind(3), HOST), has_written(4, Bytes(4))]),
    makes("getifaddrs", "ip", Zero, &[has_written(0, Word)]),
    does("getnameinfo", "ipipipii", Zero, &[reads(0, Int(1)), has_written(2, Text), has_written(4, Text)]),
    does("getnetbyname", "pp", Always, &[text(0)]),
    does("getpeername", "iipp", Zero, &[SocketAddress(1, 2)]),
    does("getprotobyname", "pp", Always, &[text(0)]),
    does("getprotobyname_r", "ipppzp", Zero, &[text(0), has_written(4, Word), HasWritten(Behind(4), Bytes(PROTOENT)), HasFilled(Behind(4), PROTOCOL)]),
    does("getprotobynumber_r", "iippzp", Zero, &[has_written(4, Word), HasWritten(Behind(4), Bytes(PROTOENT)), HasFilled(Behind(4), PROTOCOL)]),
    does("getprotoent_r", "ippzp", Zero, &[has_written(3, Word), HasWritten(Behind(3), Bytes(PROTOENT)), HasFilled(Behind(3), PROTOCOL)]),
    does("getservbyname", "ppp", Always, &[text(0), text(1)]),
    does("getsockname", "iipp", Zero, &[SocketAddress(1, 2)]),
    does("getsockopt", "iiiipp", Zero, &[has_written(4, Bytes(4)), has_written(3, LengthAnd(4, 0))]),
    does("if_indextoname", "pip", NotNull, &[has_written(1, Text)]),
    makes("if_nameindex", "p", Always, &[]),
    does("if_nametoindex", "ip", Always, &[text(0)]),
    does("inet_addr", "ip", Always, &[text(0)]),
    does("inet_aton", "ipp", NotZero, &[text(0), has_written(1, Bytes(4))]),
    does("inet_ntop", "pippi", NotNull, &[reads(1, AddressOf(0)), HasWritten(Returned, Text)]),
    does("inet_pton", "iipp", One, &[text(1), has_written(2, AddressOf(0))]),
    does("recv", "zipzi", Positive, &[has_written(1, ResultUpTo(2))]),
    does("recvfrom", "zipzipp", Positive, &[has_written(1, ResultUpTo(2)), SocketAddress(4, 5)]),
    does("recvmmsg", "iipiip", NotNegative, &[Messages(Write, 1)]),
    does("recvmsg", "zipi", NotMinusOne, &[Message(Write, 1)]),
    does("send", "zipzi", Positive, &[has_read(1, ResultUpTo(2))]),
    does("sendmmsg", "iipii", NotNegative, &[Messages(Read, 1)]),
    does("sendmsg", "zipi", NotMinusOne, &[Message(Read, 1)]),
    does("sendto", "zipzipi", Positive, &[has_read(1, ResultUpTo(2))]),
    does("setsockopt", "iiiipi", Zero, &[has_read(3, Int(4))]),
    does("socketpair", "iiiip", Zero, &[has_written(3, Bytes(8))]),
];
