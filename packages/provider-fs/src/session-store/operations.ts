import type { ByteWindow } from './byte-window.ts'
import { chunksForward, linesIn, piecesBackward, piecesOf } from './pieces.ts'
import { lengthAt, operationHash, operationIn, type SessionRecord } from './record.ts'

/**
 * Names of the changes in one session file. Every name since the session began counts, so the file is gone through once; of
 * each name a number is remembered, some 25 bytes. The change itself is looked up in the file.
 */
export interface Operations {
  /**
   * The records of the change of that name, first to last; `undefined` when there was none before `end`. A damaged one is
   * missing among them.
   */
  find(window: ByteWindow, end: number, operation: string): Promise<readonly SessionRecord[] | undefined>
  /** That bytes `from` to `to` were written for a change of that name, or of none. */
  add(operation: string | undefined, from: number, to: number): void
  /** How many names are remembered. */
  count(): number
}

export function createOperations(): Operations {
  const hashes = new Set<number>()
  /** Everything before this byte is remembered. */
  let known = 0

  function note(operation: string | undefined): void {
    if (operation !== undefined) hashes.add(operationHash(JSON.stringify(operation), 'utf8'))
  }

  async function learn(window: ByteWindow, end: number): Promise<void> {
    for await (const chunk of chunksForward(window, known, end)) {
      for (const { bytes, start } of linesIn(chunk)) {
        const operation = operationIn(bytes)
        if (operation !== undefined) hashes.add(operationHash(operation, 'latin1'))
        // Behind a damaged line break there is another record.
        if (lengthAt(bytes, 0) !== bytes.length) for (const { record } of piecesOf(bytes, start, true)) note(record?.op)
      }
    }
    known = end
  }

  return {
    async find(window, end, operation) {
      if (known < end) await learn(window, end)
      if (!hashes.has(operationHash(JSON.stringify(operation), 'utf8'))) return undefined
      return lookUp(window, end, operation)
    },
    add(operation, from, to) {
      if (from !== known) return
      known = to
      note(operation)
    },
    count: () => hashes.size,
  }
}

/** Backwards, since what is done again was mostly done shortly before. */
async function lookUp(
  window: ByteWindow,
  end: number,
  operation: string,
): Promise<readonly SessionRecord[] | undefined> {
  const found: SessionRecord[] = []
  for await (const { record } of piecesBackward(window, end)) {
    if (!record) continue
    if (record.op === operation) found.unshift(record)
    else if (found.length > 0) break
  }
  return found.length === 0 ? undefined : found
}
