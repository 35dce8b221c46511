import { findableMessage, indexedMessage, keptMessage } from './kept-messages.ts'
import { keptBlockInfo, keptCompaction, keptSessionInfo, storedMemory } from './kept-rows.ts'
import { listRows } from './list-rows.ts'
import { createSessionProblems } from './session-problems.ts'

/**
 * What databases do in the same way with the rows that they keep: their public forms, what an index takes of a message, lists with
 * a filter, and the problems that `verify` reports.
 *
 * @example
 * const info = kept.session(head)
 */
export const kept: {
  readonly session: typeof keptSessionInfo
  readonly message: typeof keptMessage
  readonly compaction: typeof keptCompaction
  readonly memory: typeof storedMemory
  readonly block: typeof keptBlockInfo
  readonly indexed: typeof indexedMessage
  readonly findable: typeof findableMessage
  readonly list: typeof listRows
  readonly problems: typeof createSessionProblems
} = {
  session: keptSessionInfo,
  message: keptMessage,
  compaction: keptCompaction,
  memory: storedMemory,
  block: keptBlockInfo,
  indexed: indexedMessage,
  findable: findableMessage,
  list: listRows,
  problems: createSessionProblems,
}
