// An array is deleted as an array.
//@ flags: -fsized-deallocation
//@ options: new_delete_type_mismatch=1
int main() {
  int *volatile numbers = new int[3];
  delete[] numbers;
  return 0;
}
