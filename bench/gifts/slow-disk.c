/* Lets every fsync take a millisecond longer, as disks do that keep what they promise. Preloaded into PostgreSQL. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

#define MORE_US 1000

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  usleep(MORE_US);
  return real(fd);
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  usleep(MORE_US);
  return real(fd);
}
