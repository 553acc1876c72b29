/* terminal-reader PROGRAM WORD…: the least that can read a program on a terminal. Copies what it prints to its own
   output. */
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 2) return 2;
  int terminal;
  struct winsize size = {.ws_row = 40, .ws_col = 120};
  pid_t pid = forkpty(&terminal, NULL, NULL, &size);
  if (pid < 0) return 1;
  if (pid == 0) {
    execv(words[1], words + 1);
    _exit(127);
  }
  static char bytes[65536];
  for (ssize_t length; (length = read(terminal, bytes, sizeof bytes)) > 0;) {
    if (write(STDOUT_FILENO, bytes, length) != length) return 1;
  }
  waitpid(pid, NULL, 0);
  return 0;
}
