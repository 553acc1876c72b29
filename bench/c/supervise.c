/* supervise DIE HOOK FOLDER: the least that a supervisor can do. Waits for the child, and then starts the hook with 600
   bytes on its input and 60 variables; over and over. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { VARIABLES = 60, BODY = 600 };

static pid_t start(const char *program, const char *folder, int input, char **environment) {
  char *words[] = {(char *)program, (char *)folder, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (input >= 0) posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  pid_t pid;
  if (posix_spawn(&pid, program, &actions, NULL, words, environment) != 0) exit(1);
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  char *environment[VARIABLES + 1] = {0};
  for (int index = 0; index < VARIABLES; index++) {
    if (asprintf(&environment[index], "VARIABLE_%d=%040d", index, index) < 0) return 1;
  }
  char body[BODY];
  memset(body, 'x', sizeof body);
  for (;;) {
    waitpid(start(words[1], words[3], -1, environment), NULL, 0);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return 1;
    pid_t hook = start(words[2], words[3], ends[0], environment);
    close(ends[0]);
    if (write(ends[1], body, sizeof body) != (ssize_t)sizeof body) return 1;
    close(ends[1]);
    waitpid(hook, NULL, 0);
  }
}
