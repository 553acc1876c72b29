/* hook FOLDER: reads the clock before anything else, notes it in FOLDER/hooks, then drains its input. */
#include "clock.h"

int main(int count, char **words) {
  long long begun = now_ns();
  if (count != 2) return 2;
  note(words[1], "hooks", begun);
  char rest[4096];
  while (read(STDIN_FILENO, rest, sizeof rest) > 0) continue;
  return 0;
}
