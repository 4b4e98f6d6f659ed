// Streams and files: what is written is read again.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int lock = -1;
    char name[100], other[100], line[32];
    snprintf(name, sizeof name, "/tmp/machine-test-%d", (int)getpid());
    if (mkdir(name, 0700) != 0 || chdir(name) != 0)
        return 1;
    FILE *file = fopen("a", "w+");
    fprintf(file, "line %d\nline %d\nthe end", 1, 2);
    printf("%ld\n", ftell(file));
    rewind(file);
    while (fgets(line, 6, file))
        printf("<%s>", line);
    printf("%d %d\n", feof(file) != 0, fgetc(file));
    fseek(file, -3, SEEK_END);
    printf("%c%c", getc(file), getc(file));
    ungetc('X', file);
    printf("%c%c %d\n", getc(file), getc(file), getc(file));
    fseek(file, 5, SEEK_SET);
    printf("%ld %c", ftell(file), fgetc(file));
    fseek(file, 0, SEEK_CUR);
    fputs("##", file);
    fflush(file);
    rewind(file);
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    while ((length = getline(&text, &size, file)) > 0)
        printf("%zd:%s|", length, text);
    free(text);
    printf("\n%d\n", fclose(file));
    file = fopen("a", "a");
    fwrite("more", 2, 2, file);
    printf("%ld\n", ftell(file));
    fclose(file);
    struct stat status;
    printf("%d %ld %d\n", stat("a", &status), (long)status.st_size, S_ISREG(status.st_mode));
    errno = 0;
    printf("%d %d %d\n", stat("none", &status), errno, fopen("none", "r") == NULL);
    file = fopen("a", "r");
    char block[8];
    size_t got = fread(block, 3, 2, file);
    printf("%zu %.6s\n", got, block);
    errno = 0;
    printf("%d %d", fputc('x', file), ferror(file) != 0);
    clearerr(file);
    printf(" %d\n", ferror(file));
    fpos_t place;
    fgetpos(file, &place);
    fgetc(file);
    fsetpos(file, &place);
    printf("%d %d\n", fgetc(file), fileno(file) > 2);
    fclose(file);
    printf("%d %d %d\n", rename("a", "b"), access("a", F_OK), access("b", R_OK | W_OK));
    int number = open("b", O_RDWR);
    printf("%d\n", number);
    printf("%zd %zd\n", write(number, "0123", 4), pread(number, block, 4, 2));
    printf("%.4s %ld\n", block, (long)lseek(number, 0, SEEK_CUR));
    printf("%d", ftruncate(number, 3));
    printf(" %d %ld\n", fstat(number, &status), (long)status.st_size);
    struct flock held = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    printf("%d %d\n", fcntl(number, F_SETLK, &held), fcntl(number, F_GETFL) & O_ACCMODE);
    lock = dup(number);
    printf("%d %d %d\n", lock == number + 1, close(number), close(number));
    close(lock);
    mkdir("folder", 0755);
    file = fopen("folder/c", "w");
    printf("%d\n", fclose(file));
    DIR *entries = opendir("folder");
    int count = 0;
    for (struct dirent *entry; (entry = readdir(entries));)
        count += entry->d_name[0] != '.' ? 10 : 1;
    printf("%d %d\n", count, closedir(entries));
    printf("%d", symlink("b", "link"));
    ssize_t link = readlink("link", other, sizeof other);
    printf(" %zd %.1s\n", link, other);
    printf("%d", rmdir("folder"));
    printf(" %d\n", errno);
    printf("%d %d %d %d\n", unlink("folder/c"), rmdir("folder"), remove("b"), remove("link"));
    file = tmpfile();
    fputs("temporary", file);
    rewind(file);
    printf("%s\n", fgets(line, sizeof line, file));
    fclose(file);
    int pair[2];
    printf("%d", pipe(pair));
    printf(" %zd", write(pair[1], "pipe", 4));
    printf(" %zd\n", read(pair[0], line, 4));
    printf("%d %s\n", isatty(pair[0]), strcmp(getcwd(other, sizeof other), name) ? "elsewhere" : "here");
    chdir("/");
    return rmdir(name);
}
