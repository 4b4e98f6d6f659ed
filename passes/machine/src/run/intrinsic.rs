//! Intrinsics, by their names without `llvm.`; types at the end of a name are left out of account.

use super::Machine;
use super::varargs::LIST;
use crate::concrete::{
    Value, binary, decide, float_binary, float_compare, mask, signed, wide_mask, wide_signed,
};
use crate::fault::{Access, Stop};
use crate::library::false_assumption;
use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};
use sanecc_ir::llvm::edit::STATED;
use sanecc_ir::{BinaryOp, FloatFormat, FloatOp, FloatPredicate, Type};

impl Machine<'_> {
    /// The result of an intrinsic.
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        ty: Type,
        operands: &[Value],
        types: &[Type],
    ) -> Result<Value, Stop> {
        let operand = |number: usize| operands.get(number).cloned().unwrap_or(Value::Undefined);
        let is = |prefix: &str| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if is("va_start") {
            let list = Self::pointer(&operand(0))?;
            self.begin_list(list)?;
            return Ok(Value::nothing());
        }
        if is("va_copy") {
            let (to, from) = (Self::pointer(&operand(0))?, Self::pointer(&operand(1))?);
            self.memory.copy(to, from, LIST, true)?;
            return Ok(Value::nothing());
        }
        if is("va_end") {
            return Ok(Value::nothing());
        }
        if is("stacksave") {
            let (top, count) = self.memory.stack_mark();
            self.saved_stacks.insert(top, count);
            return Ok(Value::integer(top));
        }
        if is("stackrestore") {
            let top = Self::size(&operand(0))?;
            if let Some(&count) = self.saved_stacks.get(&top) {
                self.memory.unwind((top, count), crate::memory::End::Scope);
            }
            return Ok(Value::nothing());
        }
        if is("trap") || is("debugtrap") || is("ubsantrap") {
            const ILLEGAL_INSTRUCTION: i32 = 4;
            return Err(Stop::Signal(ILLEGAL_INSTRUCTION));
        }
        if is("assume") {
            // Without a value it says nothing.
            return match operand(0) {
                Value::Scalar { bits, .. } if bits & 1 == 0 => Err(false_assumption().into()),
                _ => Ok(Value::nothing()),
            };
        }
        // The source states that so many bytes can be accessed.
        if name == STATED {
            let bytes = Self::size(&operand(1))?;
            self.memory
                .locate(Self::pointer(&operand(0))?, bytes, Access::Read)?;
            return Ok(Value::nothing());
        }
        if is("expect")
            || is("launder.invariant.group")
            || is("strip.invariant.group")
            || is("ssa.copy")
            || is("ptr.annotation")
            || is("annotation")
        {
            return Ok(operand(0));
        }
        if is("x86.sse2.mfence") || is("x86.sse2.lfence") || is("x86.sse.sfence") {
            self.threads.turn();
            return Ok(Value::nothing());
        }
        if is("eh.typeid.for") {
            return self.type_number(&operand(0));
        }
        if is("ptrmask") {
            return Ok(binary(BinaryOp::And, 64, &operand(0), &operand(1))?);
        }
        if is("objectsize") {
            // Unknown, as the front end says it where it cannot tell.
            let least = decide(&operand(1))?;
            return Ok(match least {
                true => Value::integer(0),
                false => Value::integer(mask(self.width_of(ty) as u32)),
            });
        }
        if is("is.constant") {
            return Ok(Value::bit(false));
        }
        if is("frameaddress") || is("returnaddress") || is("addressofreturnaddress") {
            let (top, _) = self.memory.stack_mark();
            return Ok(Value::integer(top));
        }
        if is("x86.rdtsc") || is("readcyclecounter") || is("readsteadycounter") {
            return Ok(Value::integer(self.thousands * 1000));
        }
        // What works on memory is above; none of a processor's own is known.
        const PROCESSORS: [&str; 3] = ["x86.", "aarch64.", "arm."];
        if ty == Type::Void || PROCESSORS.iter().any(|prefix| name.starts_with(prefix)) {
            return Err(unknown(name));
        }
        if let Type::Vector { lanes, lane } = ty {
            // Lane by lane, with the type of a lane.
            let part = |number: usize, lane: usize| match &operands[number] {
                Value::Parts(parts) if matches!(types[number], Type::Vector { .. }) => {
                    parts.get(lane).cloned().unwrap_or(Value::Undefined)
                }
                other => other.clone(),
            };
            let narrow: Vec<Type> = types
                .iter()
                .map(|ty| match ty {
                    Type::Vector { lane, .. } => (*lane).into(),
                    other => *other,
                })
                .collect();
            let mut all = Vec::new();
            for number in 0..lanes as usize {
                let here: Vec<Value> = (0..operands.len()).map(|n| part(n, number)).collect();
                all.push(self.intrinsic(name, lane.into(), &here, &narrow)?);
            }
            return Ok(Value::Parts(all.into()));
        }
        if let Some(rest) = name.strip_prefix("vector.reduce.") {
            return self.reduce(rest, ty, &operand(operands.len() - 1));
        }
        match (ty, types.first()) {
            (Type::Float(format), _) => float(name, format, operands),
            (Type::Int(_) | Type::Aggregate(_), Some(Type::Float(format))) => {
                float_to_integer(name, *format, ty, operands)
            }
            _ => {
                let width = self.width_of(types.first().copied().unwrap_or(ty)) as u32;
                integer(name, width, operands)
            }
        }
    }

    fn reduce(&self, name: &str, ty: Type, vector: &Value) -> Result<Value, Stop> {
        let Value::Parts(parts) = vector else {
            return Ok(Value::Undefined);
        };
        let op = match name.split('.').next() {
            Some("add") => BinaryOp::Add,
            Some("mul") => BinaryOp::Mul,
            Some("and") => BinaryOp::And,
            Some("or") => BinaryOp::Or,
            Some("xor") => BinaryOp::Xor,
            Some("smax") => BinaryOp::SMax,
            Some("smin") => BinaryOp::SMin,
            Some("umax") => BinaryOp::UMax,
            Some("umin") => BinaryOp::UMin,
            Some("fadd") => BinaryOp::Float(FloatOp::Add),
            Some("fmul") => BinaryOp::Float(FloatOp::Mul),
            _ => return Err(unknown(&format!("vector.reduce.{name}"))),
        };
        let mut parts = parts.iter().cloned();
        let Some(mut all) = parts.next() else {
            return Ok(Value::Undefined);
        };
        for part in parts {
            all = match (op, ty) {
                (BinaryOp::Float(op), Type::Float(format)) => float_binary(op, format, &all, &part),
                (op, ty) => binary(op, self.width_of(ty) as u32, &all, &part)?,
            };
        }
        Ok(all)
    }
}

fn unknown(name: &str) -> Stop {
    Stop::Unsupported(format!("the intrinsic `llvm.{name}`"))
}

/// Intrinsics of integers of a width.
fn integer(name: &str, width: u32, operands: &[Value]) -> Result<Value, Stop> {
    let short = name.rsplit_once(".i").map_or(name, |(short, _)| short);
    let mut numbers = Vec::new();
    for operand in operands {
        match operand.number() {
            Some(number) => numbers.push(number),
            None if *operand == Value::Poison => return Ok(Value::Poison),
            None => {
                let is_pair = short.ends_with(".with.overflow");
                return Ok(match is_pair {
                    true => Value::Parts(vec![Value::Undefined; 2].into()),
                    false => Value::Undefined,
                });
            }
        }
    }
    let at = |number: usize| numbers.get(number).copied().unwrap_or(0);
    let (a, b) = (at(0), at(1));
    let all = wide_mask(width);
    let (sa, sb) = (wide_signed(a, width), wide_signed(b, width));
    let of = |number: u128| Ok(Value::of_width(number & all, width));
    let (least, most) = match width {
        128 => (i128::MIN, i128::MAX),
        _ => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
    };
    let shift = (at(2) % u128::from(width.max(1))) as u32;
    match short {
        "ctpop" => of(u128::from(a.count_ones())),
        "ctlz" => of(u128::from((a << (128 - width)).leading_zeros().min(width))),
        "cttz" => of(u128::from(a.trailing_zeros().min(width))),
        "bswap" => of(a.swap_bytes() >> (128 - width)),
        "bitreverse" => of(a.reverse_bits() >> (128 - width)),
        "abs" => of(sa.wrapping_abs() as u128),
        "fshl" if shift == 0 => of(a),
        "fshl" => of(a << shift | b >> (width - shift)),
        "fshr" if shift == 0 => of(b),
        "fshr" => of(a << (width - shift) | b >> shift),
        "uadd.sat" => of(a.saturating_add(b).min(all)),
        "usub.sat" => of(a.saturating_sub(b)),
        "sadd.sat" => of(sa.saturating_add(sb).clamp(least, most) as u128),
        "ssub.sat" => of(sa.saturating_sub(sb).clamp(least, most) as u128),
        "ushl.sat" => of(a
            .checked_mul(1 << (b as u32 % width))
            .map_or(all, |n| n.min(all))),
        "ucmp" | "scmp" => {
            let order = if short == "ucmp" {
                a.cmp(&b)
            } else {
                sa.cmp(&sb)
            };
            Ok(Value::integer(order as i8 as u8 as u64))
        }
        _ => match short.strip_suffix(".with.overflow") {
            Some(operation) => {
                let is_signed = operation.starts_with('s');
                let (result, wraps) = match (&operation[1..], is_signed) {
                    ("add", true) => wide(sa.overflowing_add(sb), least, most),
                    ("sub", true) => wide(sa.overflowing_sub(sb), least, most),
                    ("mul", true) => wide(sa.overflowing_mul(sb), least, most),
                    ("add", false) => narrow(a.overflowing_add(b), all),
                    ("sub", false) => narrow(a.overflowing_sub(b), all),
                    ("mul", false) => narrow(a.overflowing_mul(b), all),
                    _ => return Err(unknown(name)),
                };
                let parts = vec![Value::of_width(result & all, width), Value::bit(wraps)];
                Ok(Value::Parts(parts.into()))
            }
            None => Err(unknown(name)),
        },
    }
}

fn wide((result, wraps): (i128, bool), least: i128, most: i128) -> (u128, bool) {
    (result as u128, wraps || result < least || result > most)
}

fn narrow((result, wraps): (u128, bool), all: u128) -> (u128, bool) {
    (result, wraps || result > all)
}

/// Intrinsics that yield a floating-point number.
fn float(name: &str, format: FloatFormat, operands: &[Value]) -> Result<Value, Stop> {
    let short = match name.rfind(".f").or_else(|| name.rfind(".x86_fp80")) {
        Some(at) if at > 0 => &name[..at],
        _ => name,
    };
    let short = short.split(".f").next().unwrap_or(short);
    let sign = 1u128 << (format.bits() - 1);
    if let (Some(a), "fabs") = (operands[0].number(), short) {
        return Ok(Value::of_width(a & !sign, format.bits()));
    }
    if let ([a, b], "copysign") = (operands, short) {
        return Ok(match (a.number(), b.number()) {
            (Some(a), Some(b)) => Value::of_width(a & !sign | b & sign, format.bits()),
            _ => Value::Undefined,
        });
    }
    if let ([a, b, c], "fmuladd") = (operands, short) {
        let product = float_binary(FloatOp::Mul, format, a, b);
        return Ok(float_binary(FloatOp::Add, format, &product, c));
    }
    if let ([a, b], "minnum" | "maxnum") = (operands, short) {
        let how = match short {
            "minnum" => FloatPredicate::OLt,
            _ => FloatPredicate::OGt,
        };
        let is_nan = float_compare(FloatPredicate::Unordered, format, b, b);
        let better = float_compare(how, format, a, b);
        return Ok(match (decide(&is_nan), decide(&better)) {
            (Ok(true), _) | (_, Ok(true)) => a.clone(),
            (Ok(false), Ok(false)) => b.clone(),
            _ => Value::Undefined,
        });
    }
    if let (Some(bits), FloatFormat::X87) = (operands[0].number(), format)
        && let Some(rounded) = round_extended(short, bits)
    {
        return Ok(Value::of_width(rounded, format.bits()));
    }
    let mut numbers = Vec::new();
    for operand in operands {
        match (operand.number(), format) {
            (Some(bits), FloatFormat::Double) => numbers.push(f64::from_bits(bits as u64)),
            (Some(bits), FloatFormat::Single) => {
                numbers.push(f64::from(f32::from_bits(bits as u32)));
            }
            // The exponent of a power is an integer.
            (None, _) => return Ok(Value::Undefined),
            _ => return Err(unknown(name)),
        }
    }
    let at = |number: usize| numbers.get(number).copied().unwrap_or(0.0);
    let x = at(0);
    let result = match short {
        "sqrt" => x.sqrt(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "trunc" => x.trunc(),
        "rint" | "nearbyint" | "roundeven" => x.round_ties_even(),
        "round" => x.round(),
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "log" => x.ln(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "pow" => x.powf(at(1)),
        "powi" => x.powi(
            operands[1]
                .number()
                .map_or(0, |n| signed(n as u64, 32) as i32),
        ),
        "fma" => x.mul_add(at(1), at(2)),
        _ => return Err(unknown(name)),
    };
    Ok(match format {
        FloatFormat::Single if short == "fma" => {
            Value::float((x as f32).mul_add(at(1) as f32, at(2) as f32))
        }
        FloatFormat::Single => Value::float(result as f32),
        _ => Value::double(result),
    })
}

/// A `long double` of x87, rounded to an integer; none if that is not what a name stands for.
fn round_extended(short: &str, bits: u128) -> Option<u128> {
    let round = match short {
        "floor" => Round::TowardNegative,
        "ceil" => Round::TowardPositive,
        "trunc" => Round::TowardZero,
        "rint" | "nearbyint" | "roundeven" => Round::NearestTiesToEven,
        "round" => Round::NearestTiesToAway,
        _ => return None,
    };
    let number = X87DoubleExtended::from_bits(bits);
    let rounded = number.round_to_integral(round).value;
    Some(rounded.copy_sign(number).to_bits())
}

/// Intrinsics that take a floating-point number and yield an integer.
fn float_to_integer(
    name: &str,
    format: FloatFormat,
    ty: Type,
    operands: &[Value],
) -> Result<Value, Stop> {
    let Some(bits) = operands[0].number() else {
        return Ok(Value::Undefined);
    };
    let x = match format {
        FloatFormat::Double => f64::from_bits(bits as u64),
        FloatFormat::Single => f64::from(f32::from_bits(bits as u32)),
        _ => return Err(unknown(name)),
    };
    let Type::Int(width) = ty else {
        return Err(unknown(name));
    };
    let short = name.split('.').next().unwrap_or(name);
    match short {
        "lrint" | "llrint" => Ok(Value::integer(
            x.round_ties_even() as i64 as u64 & mask(width),
        )),
        "lround" | "llround" => Ok(Value::integer(x.round() as i64 as u64 & mask(width))),
        "is" => {
            // `is.fpclass`: a mask of classes.
            let wanted = operands.get(1).and_then(Value::number).unwrap_or(0) as u32;
            let quiet = match format {
                FloatFormat::Double => 1u128 << 51,
                _ => 1u128 << 22,
            };
            let class = match x.classify() {
                std::num::FpCategory::Nan if bits & quiet == 0 => 1,
                std::num::FpCategory::Nan => 2,
                std::num::FpCategory::Infinite if x < 0.0 => 4,
                std::num::FpCategory::Normal if x < 0.0 => 8,
                std::num::FpCategory::Subnormal if x < 0.0 => 16,
                std::num::FpCategory::Zero if x.is_sign_negative() => 32,
                std::num::FpCategory::Zero => 64,
                std::num::FpCategory::Subnormal => 128,
                std::num::FpCategory::Normal => 256,
                std::num::FpCategory::Infinite => 512,
            };
            Ok(Value::bit(wanted & class != 0))
        }
        "fptosi" | "fptoui" => {
            let number = match short {
                "fptosi" => {
                    let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
                    (x as i128).clamp(least, most) as u128
                }
                _ => (x as u128).min(wide_mask(width)),
            };
            Ok(Value::of_width(number & wide_mask(width), width))
        }
        _ => Err(unknown(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let of = |name, width, operands: &[u64]| {
            let operands: Vec<Value> = operands.iter().map(|n| Value::integer(*n)).collect();
            integer(name, width, &operands).unwrap()
        };
        assert_eq!(of("ctlz.i32", 32, &[1, 0]), Value::integer(31));
        assert_eq!(of("cttz.i32", 32, &[0, 0]), Value::integer(32));
        assert_eq!(of("bswap.i16", 16, &[0x1234]), Value::integer(0x3412));
        assert_eq!(of("fshl.i8", 8, &[0x81, 0x40, 1]), Value::integer(0x02));
        assert_eq!(of("abs.i32", 32, &[0xffff_ffff, 0]), Value::integer(1));
        let parts = of("sadd.with.overflow.i32", 32, &[0x7fff_ffff, 1]);
        let wrapped = vec![Value::integer(0x8000_0000), Value::bit(true)];
        assert_eq!(parts, Value::Parts(wrapped.into()));
        let parts = of("umul.with.overflow.i64", 64, &[u64::MAX, 2]);
        let wrapped = vec![Value::integer(u64::MAX - 1), Value::bit(true)];
        assert_eq!(parts, Value::Parts(wrapped.into()));
        assert!(integer("nothing.i8", 8, &[Value::integer(1)]).is_err());
    }

    #[test]
    fn numbers() {
        let double = FloatFormat::Double;
        let of = |name, operands: &[f64]| {
            let operands: Vec<Value> = operands.iter().map(|n| Value::double(*n)).collect();
            float(name, double, &operands).unwrap()
        };
        assert_eq!(of("fabs.f64", &[-2.0]), Value::double(2.0));
        assert_eq!(of("copysign.f64", &[2.0, -0.0]), Value::double(-2.0));
        assert_eq!(of("fmuladd.f64", &[2.0, 3.0, 1.0]), Value::double(7.0));
        assert_eq!(of("maxnum.f64", &[f64::NAN, 1.0]), Value::double(1.0));
        assert_eq!(of("minnum.f64", &[1.0, f64::NAN]), Value::double(1.0));
        assert_eq!(of("rint.f64", &[2.5]), Value::double(2.0));
    }
}
