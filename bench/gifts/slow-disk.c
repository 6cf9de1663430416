/* Lets every fsync take a millisecond longer, as disks do that keep what they promise. Preloaded into PostgreSQL. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

#define MORE_US 1000

static int slowly(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  usleep(MORE_US);
  return real(fd);
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
