import type { FileStats } from './file-system.ts'

/** Whether both are the same file with the same content, as far as the file system can tell. */
export function isSameFile(a: FileStats, b: FileStats): boolean {
  // The times first: they differ most often.
  return a.ctimeNs === b.ctimeNs && a.mtimeNs === b.mtimeNs && a.size === b.size && a.ino === b.ino && a.dev === b.dev
}

const secondNs = 1_000_000_000n

/**
 * Whether a file was changed so shortly before `wallClock` (milliseconds since 1970) that one more change could carry
 * the same time stamp. Such an identity proves nothing yet, so the file is read again next time (git calls it racily
 * clean). Kernels stamp in steps of up to 10 ms, and some file systems in steps of 2 s: those are known by stamps without
 * a fraction.
 */
export function isTooYoung(stats: FileStats, wallClock: number): boolean {
  const step = stats.ctimeNs % secondNs === 0n ? 2_500 : 50
  return wallClock - Number(stats.ctimeNs / 1_000_000n) < step
}
