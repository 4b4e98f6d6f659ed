/* Runs a file of SQL in a database in memory and prints every row: SQLite's shell, reduced to what a workload needs.
 * The table `scale` holds the one number that says how much work to do.
 *
 * usage: sqlite3-workload SQL-FILE SCALE */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static int print_row(void *unused, int columns, char **values, char **names) {
    (void)unused;
    (void)names;
    for (int i = 0; i < columns; i++)
        printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
    putchar('\n');
    return 0;
}

static void run(sqlite3 *database, const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(database, sql, print_row, NULL, &message) != SQLITE_OK) {
        fprintf(stderr, "sqlite3-workload: %s\n", message);
        exit(1);
    }
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    long size;
    char *text;
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return NULL;
    size = ftell(file);
    rewind(file);
    text = malloc((size_t)size + 1);
    if (text && fread(text, 1, (size_t)size, file) == (size_t)size)
        text[size] = 0;
    fclose(file);
    return text;
}

int main(int argc, char **argv) {
    sqlite3 *database;
    char *sql, *scale;
    if (argc != 3 || !(sql = read_text(argv[1]))) {
        fprintf(stderr, "usage: sqlite3-workload SQL-FILE SCALE\n");
        return 2;
    }
    if (sqlite3_open(":memory:", &database) != SQLITE_OK)
        return 2;
    scale = sqlite3_mprintf("CREATE TABLE scale(n INTEGER); INSERT INTO scale VALUES(%d)", atoi(argv[2]));
    run(database, scale);
    sqlite3_free(scale);
    run(database, sql);
    free(sql);
    return sqlite3_close(database) == SQLITE_OK ? 0 : 1;
}
