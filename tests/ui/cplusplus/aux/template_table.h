template <class T> struct Table {
  static T values[10];
};
template <class T> T Table<T>::values[10] = {};
inline int shared_table[10] = {};
int read(long at);
