/**
 * The log file of a harness: `web/api` becomes `web%2Fapi.log`. No two names share a file, and no name
 * leaves the folder.
 */
export function logFileName(harness: string): string {
  return `${encodeURIComponent(harness.toWellFormed())}.log`;
}
