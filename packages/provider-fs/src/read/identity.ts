import type { FileStats } from './file-system.ts'

/** Checks whether both are the same file with the same content, as far as the file system can tell. */
export function isSameFile(a: FileStats, b: FileStats): boolean {
  // Compares times first: they differ most often.
  return a.ctimeNs === b.ctimeNs && a.mtimeNs === b.mtimeNs && a.size === b.size && a.ino === b.ino && a.dev === b.dev
}

const secondNs = 1_000_000_000n

/**
 * Checks whether a file changed so shortly before `wallClock` (milliseconds since 1970) that another change could have
 * the same time stamp. Such an identity proves nothing yet, so the file is read again next time (git calls this "racily
 * clean"). Kernels update time stamps in steps of up to 10 ms, and some file systems in steps of 2 s, recognizable by
 * stamps without a fraction.
 */
export function isTooYoung(stats: FileStats, wallClock: number): boolean {
  const step = stats.ctimeNs % secondNs === 0n ? 2_500 : 50
  return wallClock - Number(stats.ctimeNs / 1_000_000n) < step
}
