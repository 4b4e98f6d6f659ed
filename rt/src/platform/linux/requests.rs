//! What `ioctl` reads and stores.
//!
//! A request of today says itself which way how many bytes go (`_IOR` and so on). What is older, of terminals, files and sockets, is
//! in a table. Anything else is left alone.

use sanecc_abi::library::effects::Direction;

/// Requests that say nothing about themselves, which way their memory goes, and its bytes. Sorted.
/// Sources: `ioctl_tty(2)`, `ioctl_console(2)`, `netdevice(7)`, `asm-generic/ioctls.h`, `linux/sockios.h`.
const OLD: &[(u32, Direction, usize)] = &[
    (0x5401, Direction::Write, TERMIOS),       // TCGETS
    (0x5402, Direction::Read, TERMIOS),        // TCSETS
    (0x5403, Direction::Read, TERMIOS),        // TCSETSW
    (0x5404, Direction::Read, TERMIOS),        // TCSETSF
    (0x540f, Direction::Write, 4),             // TIOCGPGRP
    (0x5410, Direction::Read, 4),              // TIOCSPGRP
    (0x5411, Direction::Write, 4),             // TIOCOUTQ
    (0x5412, Direction::Read, 1),              // TIOCSTI
    (0x5413, Direction::Write, 8),             // TIOCGWINSZ
    (0x5414, Direction::Read, 8),              // TIOCSWINSZ
    (0x5415, Direction::Write, 4),             // TIOCMGET
    (0x5416, Direction::Read, 4),              // TIOCMBIS
    (0x5417, Direction::Read, 4),              // TIOCMBIC
    (0x5418, Direction::Read, 4),              // TIOCMSET
    (0x5419, Direction::Write, 4),             // TIOCGSOFTCAR
    (0x541a, Direction::Read, 4),              // TIOCSSOFTCAR
    (0x541b, Direction::Write, 4),             // FIONREAD, TIOCINQ, SIOCINQ
    (0x5420, Direction::Read, 4),              // TIOCPKT
    (0x5421, Direction::Read, 4),              // FIONBIO
    (0x5423, Direction::Read, 4),              // TIOCSETD
    (0x5424, Direction::Write, 4),             // TIOCGETD
    (0x5429, Direction::Write, 4),             // TIOCGSID
    (0x5452, Direction::Read, 4),              // FIOASYNC
    (0x8901, Direction::Read, 4),              // FIOSETOWN
    (0x8902, Direction::Read, 4),              // SIOCSPGRP
    (0x8903, Direction::Write, 4),             // FIOGETOWN
    (0x8904, Direction::Write, 4),             // SIOCGPGRP
    (0x8905, Direction::Write, 4),             // SIOCATMARK
    (0x8906, Direction::Write, TIME),          // SIOCGSTAMP
    (0x890b, Direction::Read, ROUTE),          // SIOCADDRT
    (0x890c, Direction::Read, ROUTE),          // SIOCDELRT
    (0x8910, Direction::Write, NET_INTERFACE), // SIOCGIFNAME
    (0x8912, Direction::Write, INTERFACES),    // SIOCGIFCONF
    (0x8913, Direction::Write, NET_INTERFACE), // SIOCGIFFLAGS
    (0x8914, Direction::Read, NET_INTERFACE),  // SIOCSIFFLAGS
    (0x8915, Direction::Write, NET_INTERFACE), // SIOCGIFADDR
    (0x8916, Direction::Read, NET_INTERFACE),  // SIOCSIFADDR
    (0x8917, Direction::Write, NET_INTERFACE), // SIOCGIFDSTADDR
    (0x8918, Direction::Read, NET_INTERFACE),  // SIOCSIFDSTADDR
    (0x8919, Direction::Write, NET_INTERFACE), // SIOCGIFBRDADDR
    (0x891a, Direction::Read, NET_INTERFACE),  // SIOCSIFBRDADDR
    (0x891b, Direction::Write, NET_INTERFACE), // SIOCGIFNETMASK
    (0x891c, Direction::Read, NET_INTERFACE),  // SIOCSIFNETMASK
    (0x891d, Direction::Write, NET_INTERFACE), // SIOCGIFMETRIC
    (0x891e, Direction::Read, NET_INTERFACE),  // SIOCSIFMETRIC
    (0x8921, Direction::Write, NET_INTERFACE), // SIOCGIFMTU
    (0x8922, Direction::Read, NET_INTERFACE),  // SIOCSIFMTU
    (0x8924, Direction::Read, NET_INTERFACE),  // SIOCSIFHWADDR
    (0x8927, Direction::Write, NET_INTERFACE), // SIOCGIFHWADDR
    (0x8933, Direction::Write, NET_INTERFACE), // SIOCGIFINDEX
];

/// The kernel's `struct termios`, which is smaller than the C library's.
const TERMIOS: usize = 36;
const NET_INTERFACE: usize = size_of::<libc::ifreq>();
const INTERFACES: usize = size_of::<libc::ifconf>();
const ROUTE: usize = size_of::<libc::rtentry>();
const TIME: usize = size_of::<libc::timeval>();

/// Requests that do not do what they say: files' flags and version (`FS_IOC_GETFLAGS` and the like) are an `int`, not the `long` that
/// they were meant to be. Types and numbers.
const LIARS: &[(u32, u32)] = &[
    (b'f' as u32, 1),
    (b'f' as u32, 2),
    (b'v' as u32, 1),
    (b'v' as u32, 2),
];

/// Bytes that a request reads or writes; 0 if it does not, or that is not known.
pub fn bytes_of_request(request: u32, direction: Direction) -> usize {
    if let Ok(found) = OLD.binary_search_by_key(&request, |(number, ..)| *number) {
        let (_, way, size) = OLD[found];
        return if way == direction { size } else { 0 };
    }
    // Two bits of direction, fourteen of size, eight of type, eight of number.
    let way = match direction {
        Direction::Read => 1,
        Direction::Write => 2,
    };
    let (number, kind) = (request & 0xff, request >> 8 & 0xff);
    let size = (request >> 16 & 0x3fff) as usize;
    match request >> 30 & way {
        0 => 0,
        _ if LIARS.contains(&(kind, number)) => size.min(4),
        _ => size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Read, Write};

    #[test]
    fn the_table_is_sorted() {
        assert!(OLD.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn requests_say_how_much() {
        // FIONBIO, TIOCGWINSZ
        assert_eq!(
            (
                bytes_of_request(0x5421, Read),
                bytes_of_request(0x5421, Write)
            ),
            (4, 0)
        );
        assert_eq!(
            (
                bytes_of_request(0x5413, Read),
                bytes_of_request(0x5413, Write)
            ),
            (0, 8)
        );
        // TIOCGPTN: _IOR('T', 0x30, unsigned int)
        assert_eq!(
            (
                bytes_of_request(0x8004_5430, Read),
                bytes_of_request(0x8004_5430, Write)
            ),
            (0, 4)
        );
        // FICLONERANGE: _IOW(0x94, 13, struct of 32 bytes); UFFDIO_API: _IOWR(0xaa, 0x3f, of 24)
        assert_eq!(
            (
                bytes_of_request(0x4020_940d, Read),
                bytes_of_request(0x4020_940d, Write)
            ),
            (32, 0)
        );
        assert_eq!(
            (
                bytes_of_request(0xc018_aa3f, Read),
                bytes_of_request(0xc018_aa3f, Write)
            ),
            (24, 24)
        );
        // FS_IOC_GETFLAGS
        assert_eq!(bytes_of_request(0x8008_6601, Write), 4);
        // TIOCEXCL
        assert_eq!(
            (
                bytes_of_request(0x540c, Read),
                bytes_of_request(0x540c, Write)
            ),
            (0, 0)
        );
    }
}
