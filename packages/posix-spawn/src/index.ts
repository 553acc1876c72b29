export { loadPosixSpawn, type PosixSpawnOptions } from './load-posix-spawn.ts';
