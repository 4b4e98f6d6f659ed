//! Arithmetic, conversions, comparisons, vectors and aggregates.

use crate::{check_body, function, module};
use expect_test::expect;
use sanecc_ir::{FloatFormat, Id, Lane, Type, ValueDef};

#[test]
fn arithmetic() {
    check_body(
        "i32 %a, i32 %b, double %x, <4 x i32> %v",
        "
        %1 = add nsw i32 %a, %b
        %2 = sub nuw i32 %a, 1
        %3 = mul i32 %a, -2
        %4 = udiv exact i32 %a, %b
        %5 = sdiv i32 %a, %b
        %6 = urem i32 %a, %b
        %7 = srem i32 %a, %b
        %8 = shl i32 %a, 31
        %9 = lshr i32 %a, %b
        %10 = ashr exact i32 %a, %b
        %11 = and i32 %a, 255
        %12 = or disjoint i32 %a, %b
        %13 = xor i32 %a, -1
        %14 = fadd fast double %x, 1.0
        %15 = fsub double %x, %x
        %16 = fmul double %x, %x
        %17 = fdiv double %x, %x
        %18 = frem double %x, %x
        %19 = fneg double %x
        %20 = add <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>
        %21 = call i32 @llvm.umin.i32(i32 %a, i32 7)
        %22 = trunc nuw i32 %a to i8
        %23 = trunc i32 %a to i8
        %24 = zext nneg i32 %a to i64
        %25 = zext i32 %a to i64
        ",
        expect![[r#"
            f0 @f
            b0: -> []
              v4 = Add v0 v1 nsw
              v5 = Sub v0 1 nuw
              v6 = Mul v0 -2
              v7 = UDiv v0 v1 exact
              v8 = SDiv v0 v1
              v9 = URem v0 v1
              v10 = SRem v0 v1
              v11 = Shl v0 31
              v12 = LShr v0 v1
              v13 = AShr v0 v1 exact
              v14 = And v0 255
              v15 = Or v0 v1 disjoint
              v16 = Xor v0 -1
              v17 = Float(Add) v2 constant
              v18 = Float(Sub) v2 v2
              v19 = Float(Mul) v2 v2
              v20 = Float(Div) v2 v2
              v21 = Float(Rem) v2 v2
              v22 = negate v2
              v23 = Add v3 constant
              v24 = UMin v0 7
              v25 = cast v0 nuw
              v26 = cast v0
              v27 = cast v0 nneg
              v28 = cast v0
              v29 = return
        "#]],
    );
}

#[test]
fn pointers_that_are_ordered_or_subtracted_are_noted() {
    use sanecc_ir::PairKind::{Difference, Order};
    let module = module(
        "@g = global i32 0
        define i1 @f(ptr %p, ptr %q, i64 %n, <2 x ptr> %v) sanitize_address {
        %a = ptrtoint ptr %p to i64
        %b = ptrtoint ptr %q to i64
        %equal = icmp eq ptr %p, %q
        %of_numbers = icmp ult i64 %a, %b
        %of_vectors = icmp ult <2 x ptr> %v, %v
        %less = icmp ult ptr %q, %p
        %signed = icmp sge ptr %p, %q
        %sum = add i64 %a, %b
        %mixed = sub i64 %a, %n
        %difference = sub i64 %a, %b
        %constant = sub i64 ptrtoint (ptr @g to i64), %a
        ret i1 %less
        }",
    );
    let function = function(&module, "f");
    let [p, q] = [0, 1].map(sanecc_ir::Id::from_index);
    let pairs: Vec<_> = function
        .pairs
        .iter()
        .map(|pair| (pair.kind, pair.pointers))
        .collect();
    assert_eq!(
        pairs[..3],
        [(Order, [q, p]), (Order, [p, q]), (Difference, [p, q])]
    );
    let (kind, [global, last]) = pairs[3];
    assert_eq!((pairs.len(), kind, last), (4, Difference, p));
    assert!(matches!(function.values[global].def, ValueDef::Global(_)));
}

#[test]
fn conversions() {
    check_body(
        "i32 %a, double %x, ptr %p, <2 x ptr> %all",
        "
        %1 = trunc nuw i32 %a to i8
        %2 = zext nneg i32 %a to i64
        %3 = sext i32 %a to i64
        %4 = ptrtoint ptr %p to i64
        %5 = inttoptr i64 %4 to ptr
        %6 = bitcast double %x to i64
        %7 = addrspacecast ptr %p to ptr addrspace(256)
        %8 = fptoui double %x to i32
        %9 = fptosi double %x to i32
        %10 = uitofp i32 %a to float
        %11 = sitofp i32 %a to x86_fp80
        %12 = fptrunc double %x to half
        %13 = fpext double %x to fp128
        %14 = ptrtoint <2 x ptr> %all to <2 x i64>
        ",
        expect![[r#"
            f0 @f
            b0: -> []
              v4 = cast v0 nuw
              v5 = cast v0 nneg
              v6 = cast v0
              v7 = cast v2
              v8 = cast v7
              v9 = cast v1
              v10 = cast v2
              v11 = cast v1
              v12 = cast v1
              v13 = cast v0
              v14 = cast v0
              v15 = cast v1
              v16 = cast v1
              v17 = cast v3
              v18 = return
        "#]],
    );
}

#[test]
fn comparisons_and_choices() {
    check_body(
        "i32 %a, ptr %p, ptr %q, double %x, i1 %c, <2 x i1> %m, <2 x ptr> %all",
        "
        %1 = icmp slt i32 %a, 10
        %2 = icmp eq ptr %p, null
        %3 = fcmp uno double %x, 0.0
        %4 = select i1 %c, ptr %p, ptr %q
        %5 = select <2 x i1> %m, <2 x ptr> %all, <2 x ptr> zeroinitializer
        %6 = freeze i32 %a
        %7 = freeze ptr poison
        ",
        expect![[r#"
            f0 @f
            b0: -> []
              v7 = compare SLt v0, 10
              v8 = compare Eq v1, null
              v9 = compare Float(Unordered) v3, constant
              v10 = select v4, v1, v2
              v11 = select v5, v6, constant
              v12 = freeze v0
              v13 = freeze poison
              v14 = return
        "#]],
    );
}

#[test]
fn vectors_and_aggregates() {
    check_body(
        "<4 x i32> %v, { ptr, i32 } %s, ptr %p, i64 %i",
        "
        %1 = extractelement <4 x i32> %v, i64 %i
        %2 = insertelement <4 x i32> %v, i32 7, i32 0
        %3 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 3, i32 poison>
        %4 = extractvalue { ptr, i32 } %s, 0
        %5 = insertvalue { ptr, i32 } %s, ptr %p, 0
        %6 = insertvalue { ptr, i32 } undef, i32 3, 1
        ",
        expect![[r#"
            f0 @f
            b0: -> []
              v4 = element v0, v3
              v5 = element v0, 7, 0
              v6 = element v0, poison
              v7 = element v1
              v8 = element v1, v2
              v9 = element undefined, 3
              v10 = return
        "#]],
    );
}

#[test]
fn types() {
    let module = module(
        "
        define void @f(i1, i128, i1000, half, bfloat, float, double, x86_fp80, fp128, ptr, ptr addrspace(257),
                       <3 x i7>, <2 x double>, <4 x ptr>, { i8 }, [2 x ptr], <vscale x 2 x i64>,
                       target(\"spirv.Event\"), ppc_fp128) {
          ret void
        }",
    );
    let f = function(&module, "f");
    let types: Vec<Type> = f
        .values
        .iter()
        .filter(|(_, value)| matches!(value.def, ValueDef::Param(_)))
        .map(|(_, value)| value.ty)
        .collect();
    let vector = |lanes, lane| Type::Vector { lanes, lane };
    let aggregate = |number| Type::Aggregate(Id::from_index(number));
    assert_eq!(
        types,
        [
            Type::Int(1),
            Type::Int(128),
            Type::Int(1000),
            Type::Float(FloatFormat::Half),
            Type::Float(FloatFormat::BFloat),
            Type::FLOAT,
            Type::DOUBLE,
            Type::Float(FloatFormat::X87),
            Type::Float(FloatFormat::Quad),
            Type::Pointer(0),
            Type::Pointer(257),
            vector(3, Lane::Int(7)),
            vector(2, Lane::Float(FloatFormat::Double)),
            vector(4, Lane::Pointer(0)),
            aggregate(0),
            aggregate(1),
            Type::Other,
            Type::Other,
            Type::Float(FloatFormat::DoubleDouble),
        ]
    );
    assert!(Type::Pointer(0).is_plain_pointer());
    assert!(!Type::Pointer(257).is_plain_pointer());
}
