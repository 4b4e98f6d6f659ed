// Holds an array for each thread.
_Thread_local char bytes_of_thread[64];
