// An array is deleted as if it were one, which has another size, too.
//@ flags: -fsized-deallocation
//@ options: new_delete_type_mismatch=1
int main() {
  int *volatile numbers = new int[3];
#ifdef FIXED
  delete[] numbers;
#else
  delete numbers; //~ ERROR alloc-dealloc-mismatch
#endif
  return 0;
}
