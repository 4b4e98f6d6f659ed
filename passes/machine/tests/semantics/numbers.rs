//! Integers of any width, floating point, conversions.

use crate::status;

/// Whether an expression of type i1 holds, computed by these lines as `%r`.
#[track_caller]
fn holds(lines: &str) {
    let body = format!(
        "%zero = alloca i64\nstore i64 0, ptr %zero\n{lines}\n%s = zext i1 %r to i32\nret i32 %s"
    );
    assert_eq!(status(&body), 1, "{lines}");
}

#[test]
fn integers_wrap_at_their_width() {
    holds("%a = add i8 200, 100\n%r = icmp eq i8 %a, 44");
    holds("%a = mul i7 100, 3\n%r = icmp eq i7 %a, 44");
    holds("%a = ashr i16 -32768, 15\n%r = icmp eq i16 %a, -1");
    holds(
        "%a = sdiv i32 -7, 2\n%b = srem i32 -7, 2\n%c = mul i32 %a, 10\n%d = add i32 %c, %b\n%r = icmp eq i32 %d, -31",
    );
    holds("%a = udiv i8 -1, 2\n%r = icmp eq i8 %a, 127");
}

#[test]
fn integers_of_128_bits() {
    holds(
        "%x = load i64, ptr %zero
        %a = sext i64 %x to i128
        %b = sub i128 %a, 1
        %c = mul i128 %b, %b
        %d = lshr i128 %b, 64
        %e = trunc i128 %d to i64
        %f = icmp eq i64 %e, -1
        %g = icmp eq i128 %c, 1
        %r = and i1 %f, %g",
    );
    holds(
        "%p = alloca i128\nstore i128 -5, ptr %p\n%v = load i128, ptr %p\n%d = sdiv i128 %v, 2\n%r = icmp eq i128 %d, -2",
    );
}

#[test]
fn floating_point_of_each_format() {
    holds("%a = fadd double 0.5, 0.25\n%r = fcmp oeq double %a, 0.75");
    holds(
        "%a = fdiv float 1.0, 3.0\n%b = fpext float %a to double\n%r = fcmp olt double %b, 0x3FD5555560000001",
    );
    holds("%a = fdiv double 0.0, 0.0\n%r = fcmp uno double %a, %a");
    holds(
        "%a = sitofp i32 -3 to x86_fp80\n%b = fmul x86_fp80 %a, %a\n%c = fptosi x86_fp80 %b to i32\n%r = icmp eq i32 %c, 9",
    );
    holds("%a = sitofp i32 7 to half\n%b = fpext half %a to float\n%r = fcmp oeq float %b, 7.0");
    holds(
        "%a = sitofp i32 7 to fp128\n%b = fneg fp128 %a\n%c = fptosi fp128 %b to i32\n%r = icmp eq i32 %c, -7",
    );
    holds("%a = frem double 7.5, 2.0\n%r = fcmp oeq double %a, 1.5");
    holds(
        "%r = fcmp oeq double bitcast (<1 x i64> <i64 ptrtoint (ptr inttoptr (i64 4607182418800017408 to ptr) to i64)> to double), 1.0",
    );
    holds("%a = bitcast double 1.0 to i64\n%r = icmp eq i64 %a, 4607182418800017408");
    holds(
        "%p = alloca x86_fp80\nstore x86_fp80 0xK3FFF8000000000000000, ptr %p\n%v = load x86_fp80, ptr %p\n%i = fptoui x86_fp80 %v to i8\n%r = icmp eq i8 %i, 1",
    );
}

#[test]
fn intrinsics_compute() {
    let text = "declare i32 @llvm.ctlz.i32(i32, i1)
        declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
        declare double @llvm.sqrt.f64(double)
        declare i32 @llvm.bswap.i32(i32)
        define i32 @main() {
        %a = call i32 @llvm.ctlz.i32(i32 256, i1 false)
        %m = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 65536, i32 65536)
        %o = extractvalue { i32, i1 } %m, 1
        %ow = zext i1 %o to i32
        %q = call double @llvm.sqrt.f64(double 2.25)
        %d = fmul double %q, 2.0
        %i = fptosi double %d to i32
        %b = call i32 @llvm.bswap.i32(i32 50331648)
        %s = add i32 %a, %ow
        %t = add i32 %s, %i
        %u = add i32 %t, %b
        ret i32 %u
        }";
    assert_eq!(
        crate::run(text),
        sanecc_machine::Outcome::Exited(23 + 1 + 3 + 3)
    );
}
