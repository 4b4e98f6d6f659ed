//! A text as characters of the locale: bytes, or those of UTF-8.

/// What is added to a byte that is no character of UTF-8: no letter, no class and no dot fits it.
pub const NO_CHARACTER: u32 = 0x11_0000;

/// How bytes become characters that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    pub utf8: bool,
    /// Letters are compared in upper case.
    pub any_case: bool,
    /// What GNU's `translate` maps each byte to.
    pub translate: Option<&'a [u8]>,
}

/// A text as characters.
#[derive(Clone, Debug)]
pub struct Text {
    pub letters: Vec<u32>,
    /// Where each begins, and the end; none if each is one byte.
    places: Option<Vec<usize>>,
}

impl Text {
    pub fn new(bytes: &[u8], reading: Reading<'_>) -> Self {
        let translated: Vec<u8> = match reading.translate {
            None => bytes.to_vec(),
            Some(map) => bytes.iter().map(|byte| map[usize::from(*byte)]).collect(),
        };
        if !reading.utf8 || translated.is_ascii() {
            let upper = |byte: &u8| match reading.any_case {
                true => u32::from(byte.to_ascii_uppercase()),
                false => u32::from(*byte),
            };
            return Text {
                letters: translated.iter().map(upper).collect(),
                places: None,
            };
        }
        let (mut letters, mut places, mut at) = (Vec::new(), Vec::new(), 0);
        for chunk in translated.utf8_chunks() {
            for letter in chunk.valid().chars() {
                places.push(at);
                at += letter.len_utf8();
                letters.push(match reading.any_case {
                    true => upper(letter),
                    false => letter as u32,
                });
            }
            for byte in chunk.invalid() {
                places.push(at);
                at += 1;
                letters.push(NO_CHARACTER + u32::from(*byte));
            }
        }
        places.push(at);
        Text {
            letters,
            places: Some(places),
        }
    }

    /// Which byte a character begins at.
    pub fn byte(&self, letter: usize) -> usize {
        match &self.places {
            Some(places) => places[letter],
            None => letter,
        }
    }

    /// Which character begins at a byte, or behind it if none does.
    pub fn letter(&self, byte: usize) -> usize {
        match &self.places {
            Some(places) => places.partition_point(|place| *place < byte),
            None => byte,
        }
    }
}

/// The upper case of a letter that has one of one character.
fn upper(letter: char) -> u32 {
    let mut all = letter.to_uppercase();
    match (all.next(), all.next()) {
        (Some(one), None) => one as u32,
        _ => letter as u32,
    }
}

/// The same of a character of a pattern.
pub fn fold(letter: u32, utf8: bool) -> u32 {
    match char::from_u32(letter) {
        Some(known) if utf8 || letter < 128 => upper(known),
        _ => letter,
    }
}

/// Whether a character is one of words.
pub fn is_of_word(letter: u32, utf8: bool) -> bool {
    letter == u32::from(b'_') || (utf8 || letter < 128) && Class::Alnum.has(letter)
}

/// A class of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Alnum,
    Alpha,
    Blank,
    Cntrl,
    Digit,
    Graph,
    Lower,
    Print,
    Punct,
    Space,
    Upper,
    Xdigit,
}

impl Class {
    pub fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"alnum" => Class::Alnum,
            b"alpha" => Class::Alpha,
            b"blank" => Class::Blank,
            b"cntrl" => Class::Cntrl,
            b"digit" => Class::Digit,
            b"graph" => Class::Graph,
            b"lower" => Class::Lower,
            b"print" => Class::Print,
            b"punct" => Class::Punct,
            b"space" => Class::Space,
            b"upper" => Class::Upper,
            b"xdigit" => Class::Xdigit,
            _ => return None,
        })
    }

    /// Whether a character is of the class. Bytes above ASCII are no letters: a text of UTF-8 has characters there.
    pub fn has(self, letter: u32) -> bool {
        let Some(letter) = char::from_u32(letter) else {
            return false;
        };
        match self {
            Class::Alnum => letter.is_alphanumeric(),
            Class::Alpha => letter.is_alphabetic(),
            Class::Blank => matches!(letter, ' ' | '\t'),
            Class::Cntrl => letter.is_control(),
            Class::Digit => letter.is_ascii_digit(),
            Class::Graph => !letter.is_control() && !letter.is_whitespace(),
            Class::Lower => letter.is_lowercase(),
            Class::Print => !letter.is_control(),
            Class::Punct => {
                !letter.is_control() && !letter.is_whitespace() && !letter.is_alphanumeric()
            }
            Class::Space => matches!(letter, ' ' | '\t'..='\r') || letter.is_whitespace(),
            Class::Upper => letter.is_uppercase(),
            Class::Xdigit => letter.is_ascii_hexdigit(),
        }
    }
}
