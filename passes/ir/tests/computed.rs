//! What pure intrinsics compute is read, with its operands.

use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context};
use sanecc_ir::{BinaryOp, Computed, Id, ValueId};
use std::path::Path;

#[test]
fn results_of_intrinsics() {
    let context = Context::new();
    let text = r#"
        target triple = "x86_64-unknown-linux-gnu"
        declare i32 @llvm.ctlz.i32(i32, i1)
        declare i32 @llvm.abs.i32(i32, i1)
        declare i32 @llvm.usub.sat.i32(i32, i32)
        declare i32 @llvm.fshl.i32(i32, i32, i32)
        declare {i32, i1} @llvm.umul.with.overflow.i32(i32, i32)
        declare <2 x i32> @llvm.abs.v2i32(<2 x i32>, i1)
        define void @f(i32 %a, i32 %b, <2 x i32> %c) {
          %zeros = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
          %size = call i32 @llvm.abs.i32(i32 %a, i1 false)
          %less = call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
          %turned = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 7)
          %both = call {i32, i1} @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
          %product = extractvalue {i32, i1} %both, 0
          %wrapped = extractvalue {i32, i1} %both, 1
          %lanes = call <2 x i32> @llvm.abs.v2i32(<2 x i32> %c, i1 false)
          ret void
        }
        "#;
    let bitcode = Bitcode::parse(&context, text.as_bytes(), Path::new("test.ll")).unwrap();
    bitcode.verify("the test's text").unwrap();
    let (module, _) = import(&bitcode);
    let (_, function) = module.functions.iter().find(|(_, f)| f.defined).unwrap();
    let [a, b] = [0, 1].map(ValueId::from_index);
    let found = |number: usize| function.computed.get(&ValueId::from_index(3 + number));
    let expected = [
        Computed::Bits {
            of: a,
            poison_at_zero: true,
        },
        Computed::Absolute {
            of: a,
            poison_at_least: false,
        },
        Computed::Saturated {
            op: BinaryOp::Sub,
            signed: false,
            sides: [a, b],
        },
    ];
    for (number, expected) in expected.iter().enumerate() {
        assert_eq!(found(number), Some(expected));
    }
    assert!(matches!(found(3), Some(Computed::Moved(all)) if all[..2] == [a, b]));
    assert_eq!(found(4), None);
    assert_eq!(found(5), Some(&Computed::Wrapped(BinaryOp::Mul, [a, b])));
    let overflow = Computed::Overflow {
        op: BinaryOp::Mul,
        signed: false,
        sides: [a, b],
    };
    assert_eq!(found(6), Some(&overflow));
    assert_eq!(found(7), None);
}
