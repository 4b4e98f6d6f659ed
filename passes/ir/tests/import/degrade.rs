//! An unknown instruction becomes opaque: it may do anything, and never stops the compiler.

use crate::{check, check_body, function, module};
use expect_test::expect;

#[test]
fn scalable_vectors() {
    check_body(
        "ptr %p, <vscale x 4 x i32> %v, i1 %c",
        "
        %a = load <vscale x 4 x i32>, ptr %p
        store <vscale x 4 x i32> %v, ptr %p
        %b = add <vscale x 4 x i32> %v, %a
        %d = icmp eq <vscale x 4 x i32> %v, %a
        %e = select i1 %c, <vscale x 4 x i32> %v, <vscale x 4 x i32> %a
        %g = extractelement <vscale x 4 x i32> %v, i64 0
        %h = freeze <vscale x 4 x i32> %v
        %x = alloca <vscale x 4 x i32>
        %y = alloca { <vscale x 4 x i32>, <vscale x 4 x i32> }
        %z = sext <vscale x 4 x i32> %v to <vscale x 4 x i64>
        br i1 %c, label %one, label %two
      one:
        br label %two
      two:
        %m = phi <vscale x 4 x i32> [ %v, %0 ], [ %a, %one ]
        ",
        expect![[r#"
            f0 @f
            b0: -> [b1, b2]
              v3 = load v0
              v4 = opaque LLVMStore v0
              v5 = opaque LLVMAdd
              v6 = opaque LLVMICmp
              v7 = opaque LLVMSelect v2
              v8 = element 0
              v9 = opaque LLVMFreeze
              v10 = opaque LLVMAlloca 1
              v11 = opaque LLVMAlloca 1
              v12 = opaque LLVMSExt
              v13 = branch v2
            b1: -> [b2]
              v14 = branch
            b2: -> []
              v15 = phi v1, v3
              v16 = return
        "#]],
    );
}

#[test]
fn tiles_and_target_types() {
    check(
        "
        declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
        declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)
        declare void @use(target(\"spirv.Event\"))
        define void @f(ptr %p, target(\"spirv.Event\") %e) {
          %t = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 8, ptr %p, i64 64)
          call void @llvm.x86.tilestored64.internal(i16 8, i16 8, ptr %p, i64 64, x86_amx %t)
          call void @use(target(\"spirv.Event\") %e)
          %s = alloca target(\"aarch64.svcount\")
          %l = load target(\"aarch64.svcount\"), ptr %s
          store target(\"aarch64.svcount\") %l, ptr %s
          ret void
        }",
        expect![[r#"
            f3 @f unchecked
            b0: -> []
              v2 = opaque llvm.x86.tileloadd64.internal 8, 8, v0, 64
              v3 = opaque llvm.x86.tilestored64.internal 8, 8, v0, 64, v2
              v4 = call f2(v1)
              v5 = opaque LLVMAlloca 1
              v6 = load v5
              v7 = opaque LLVMStore v5
              v8 = return
        "#]],
    );
}

#[test]
fn funclets_of_other_platforms() {
    check(
        "
        declare void @may_throw()
        declare i32 @__CxxFrameHandler3(...)
        define void @f() personality ptr @__CxxFrameHandler3 {
          invoke void @may_throw() to label %done unwind label %dispatch
        dispatch:
          %switch = catchswitch within none [label %handler] unwind label %cleanup
        handler:
          %catch = catchpad within %switch [ptr null, i32 64, ptr null]
          call void @may_throw() [ \"funclet\"(token %catch) ]
          catchret from %catch to label %done
        cleanup:
          %pad = cleanuppad within none []
          cleanupret from %pad unwind to caller
        done:
          ret void
        }",
        expect![[r#"
            f2 @f unchecked
            b0: -> [b4, b1]
              v0 = call f0()
            b1: -> [b3, b2]
              v1 = opaque LLVMCatchSwitch
            b2: -> [b4]
              v2 = opaque LLVMCatchPad null, 64, null
              v3 = call f0()
              v4 = opaque LLVMCatchRet
            b3: -> []
              v5 = opaque LLVMCleanupPad
              v6 = opaque LLVMCleanupRet
            b4: -> []
              v7 = return
        "#]],
    );
}

#[test]
fn stack_objects_outside_of_the_default_address_space() {
    let module = crate::module_for(
        "target datalayout = \"e-p:64:64-p5:32:32-A5\"\ntarget triple = \"x86_64-unknown-linux-gnu\"\n",
        "
        define void @f() {
          %x = alloca i32, addrspace(5)
          store i32 1, ptr addrspace(5) %x
          ret void
        }",
    );
    assert!(function(&module, "f").accesses.is_empty());
    expect![[r#"
        f0 @f unchecked
        b0: -> []
          v0 = opaque LLVMAlloca 1
          v1 = store v0, 1
          v2 = return
    "#]]
    .assert_eq(&module.to_string());
}

#[test]
fn an_empty_module() {
    let module = module("");
    assert_eq!(module.to_string(), "");
    assert_eq!(module.triple, "x86_64-unknown-linux-gnu");
    assert_eq!(module.layout.pointer_bytes(), 8);
}
