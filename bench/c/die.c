/* die FOLDER [STAYS]: a supervised child. Notes its pid in FOLDER/ready, waits for SIGUSR1, notes the time in FOLDER/deaths
   and kills itself. Ends with its supervisor, unless there is a second word: some start programs by another
   program, which ends at once. */
#include "clock.h"
#include <signal.h>
#include <sys/prctl.h>

int main(int count, char **words) {
  if (count < 2) return 2;
  if (count == 2) prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGUSR1);
  sigprocmask(SIG_BLOCK, &awaited, NULL);
  note(words[1], "ready", getpid());
  int signal;
  sigwait(&awaited, &signal);
  note(words[1], "deaths", now_ns());
  kill(getpid(), SIGKILL);
  pause();
}
