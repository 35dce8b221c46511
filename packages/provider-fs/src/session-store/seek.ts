import { lineFrom, piecesForward } from './pieces.ts'
import type { SessionFile } from './session-file.ts'

/** Size of a range that is scanned linearly, in bytes. */
const near = 64 * 1024

/**
 * Returns the offset of the first record with position `position` or higher; the end of the file if there is none. Uses
 * binary search, since records contain their position. Skips damaged records.
 */
export async function seek(session: SessionFile, position: number): Promise<number> {
  const { end, length } = session.tail
  if (position <= 0) return 0
  if (position >= length) return end
  // All records before `low` have lower positions, none from `high` on do.
  let low = 0
  let high = end
  while (high - low > near) {
    const middle = low + Math.floor((high - low) / 2)
    const found = await recordFrom(session, middle, high)
    if (found === undefined || found.pos >= position) high = middle
    else low = found.start
  }
  for await (const { record, start } of piecesForward(session.window, low, end)) {
    if (record !== undefined && record.pos >= position) return start
  }
  return end
}

/** Returns the first record that begins at or after one offset and before another. */
async function recordFrom(
  { window, tail }: SessionFile,
  place: number,
  before: number,
): Promise<{ readonly start: number; readonly pos: number } | undefined> {
  const line = await lineFrom(window, place, tail.end)
  for await (const { record, start } of piecesForward(window, line, tail.end)) {
    if (start >= before) return undefined
    if (record) return { start, pos: record.pos }
  }
  return undefined
}
