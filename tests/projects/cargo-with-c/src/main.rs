//! Calls C that is right or C that writes past the end of its array, as the argument says.

unsafe extern "C" {
    fn sum_of_squares(count: usize) -> u64;
    fn sum_of_squares_too_far(count: usize) -> u64;
}

fn main() {
    let wrong = std::env::args().nth(1).as_deref() == Some("wrong");
    // SAFETY: both take any count; that the second one oversteps its own array is what the test is about.
    let sum = unsafe { if wrong { sum_of_squares_too_far(10) } else { sum_of_squares(10) } };
    println!("sum of squares: {sum}");
}
