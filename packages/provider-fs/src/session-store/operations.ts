import type { ByteWindow } from './byte-window.ts'
import { chunksForward, linesIn, piecesBackward, piecesOf } from './pieces.ts'
import { lengthAt, operationHash, operationIn, type SessionRecord } from './record.ts'

/**
 * The names of the changes in one session file. All names since the session began count, so the file is scanned once;
 * each name is kept as a hash of about 25 bytes. The change itself is looked up in the file.
 */
export interface Operations {
  /**
   * Returns the records of the change with that name, first to last, without damaged ones; `undefined` if there was
   * none before `end`.
   */
  find(window: ByteWindow, end: number, operation: string): Promise<readonly SessionRecord[] | undefined>
  /** Registers bytes `from` to `to` as written by a change with that name, or without a name. */
  add(operation: string | undefined, from: number, to: number): void
  /** The number of names kept. */
  count(): number
}

export function createOperations(): Operations {
  const hashes = new Set<number>()
  /** Everything before this byte has been scanned. */
  let known = 0

  function note(operation: string | undefined): void {
    if (operation !== undefined) hashes.add(operationHash(JSON.stringify(operation), 'utf8'))
  }

  async function learn(window: ByteWindow, end: number): Promise<void> {
    for await (const chunk of chunksForward(window, known, end)) {
      for (const { bytes, start } of linesIn(chunk)) {
        const operation = operationIn(bytes)
        if (operation !== undefined) hashes.add(operationHash(operation, 'latin1'))
        // After a damaged line break, another record follows on the same line.
        if (lengthAt(bytes, 0) !== bytes.length) for (const { record } of piecesOf(bytes, start, true)) note(record?.op)
      }
    }
    known = end
  }

  return {
    async find(window, end, operation) {
      if (known < end) await learn(window, end)
      if (!hashes.has(operationHash(JSON.stringify(operation), 'utf8'))) return undefined
      const found: SessionRecord[] = []
      // Backward, since a repeated change is usually recent.
      for await (const { record } of piecesBackward(window, end)) {
        if (record?.op === operation) found.unshift(record)
        else if (record && found.length > 0) break
      }
      return found.length === 0 ? undefined : found
    },
    add(operation, from, to) {
      if (from !== known) return
      known = to
      note(operation)
    },
    count: () => hashes.size,
  }
}
