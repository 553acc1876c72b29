/** The calls of the C library that start a program and collect its end; all but `waitpid` return 0 or an error number. */
export interface Libc {
  attrInit(attributes: Buffer): number;
  attrSetFlags(attributes: Buffer, flags: number): number;
  attrSetSigDefault(attributes: Buffer, signals: Buffer): number;
  attrSetSigMask(attributes: Buffer, signals: Buffer): number;
  sigfillset(signals: Buffer): number;
  actionsInit(actions: Buffer): number;
  actionsAddDup2(actions: Buffer, fd: number, target: number): number;
  actionsAddOpen(actions: Buffer, fd: number, path: string, flags: number, mode: number): number;
  actionsAddClose(actions: Buffer, fd: number): number;
  actionsAddChdir(actions: Buffer, folder: string): number;
  actionsDestroy(actions: Buffer): number;
  /** Lists end with null. */
  spawn(
    pid: Buffer,
    path: string,
    actions: Buffer,
    attributes: Buffer,
    argv: readonly (string | null)[],
    env: readonly (string | null)[],
  ): number;
  waitpid(pid: number, status: Buffer, options: number): number;
}

/** Finds them in the library that Node itself runs on. Rejects where the native part or one of the calls is missing. */
export async function bindLibc(): Promise<Libc> {
  const { default: koffi } = await import('koffi');
  const own = koffi.load(null);
  const attr = 'int posix_spawnattr_';
  const actions = 'int posix_spawn_file_actions_';
  return {
    attrInit: own.func(`${attr}init(void *a)`),
    attrSetFlags: own.func(`${attr}setflags(void *a, short flags)`),
    attrSetSigDefault: own.func(`${attr}setsigdefault(void *a, const void *set)`),
    attrSetSigMask: own.func(`${attr}setsigmask(void *a, const void *set)`),
    sigfillset: own.func('int sigfillset(void *set)'),
    actionsInit: own.func(`${actions}init(void *a)`),
    actionsAddDup2: own.func(`${actions}adddup2(void *a, int fd, int target)`),
    actionsAddOpen: own.func(
      `${actions}addopen(void *a, int fd, const char *path, int flags, unsigned int mode)`,
    ),
    actionsAddClose: own.func(`${actions}addclose(void *a, int fd)`),
    actionsAddChdir: own.func(`${actions}addchdir_np(void *a, const char *folder)`),
    actionsDestroy: own.func(`${actions}destroy(void *a)`),
    spawn: own.func(
      'int posix_spawn(void *pid, const char *path, const void *actions, const void *attributes, const char **argv, const char **env)',
    ),
    waitpid: own.func('int waitpid(int pid, void *status, int options)'),
  };
}
