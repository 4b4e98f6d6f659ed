//! Vectors and aggregates.

use crate::status;

#[test]
fn vectors_are_computed_lane_by_lane() {
    let body = "%a = add <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <i32 10, i32 20, i32 30, i32 40>
        %s = shufflevector <4 x i32> %a, <4 x i32> zeroinitializer, <2 x i32> <i32 3, i32 5>
        %x = extractelement <2 x i32> %s, i32 0
        %y = extractelement <2 x i32> %s, i32 1
        %i = insertelement <4 x i32> %a, i32 7, i32 1
        %z = extractelement <4 x i32> %i, i32 1
        %t = add i32 %x, %y
        %u = add i32 %t, %z
        ret i32 %u";
    assert_eq!(status(body), 51);
}

#[test]
fn masks_become_numbers() {
    let body = "%c = icmp sgt <4 x i32> <i32 1, i32 -2, i32 3, i32 -4>, zeroinitializer
        %m = bitcast <4 x i1> %c to i4
        %r = zext i4 %m to i32
        ret i32 %r";
    assert_eq!(status(body), 0b0101);
}

#[test]
fn vectors_lie_in_memory_lane_by_lane() {
    let body = "%p = alloca <4 x i16>
        store <4 x i16> <i16 1, i16 2, i16 3, i16 4>, ptr %p
        %q = getelementptr i16, ptr %p, i64 2
        %v = load i16, ptr %q
        %w = load <4 x i16>, ptr %p
        %x = extractelement <4 x i16> %w, i32 3
        %s = add i16 %v, %x
        %r = zext i16 %s to i32
        ret i32 %r";
    assert_eq!(status(body), 7);
}

#[test]
fn aggregates_lie_in_memory_field_by_field() {
    let body = "%p = alloca { i8, i32, [2 x i16] }
        %a = insertvalue { i8, i32, [2 x i16] } undef, i32 5, 1
        %b = insertvalue { i8, i32, [2 x i16] } %a, i16 6, 2, 1
        store { i8, i32, [2 x i16] } %b, ptr %p
        %q = getelementptr { i8, i32, [2 x i16] }, ptr %p, i32 0, i32 2, i64 1
        %v = load i16, ptr %q
        %w = load { i8, i32, [2 x i16] }, ptr %p
        %x = extractvalue { i8, i32, [2 x i16] } %w, 1
        %y = zext i16 %v to i32
        %r = add i32 %x, %y
        ret i32 %r";
    assert_eq!(status(body), 11);
}
