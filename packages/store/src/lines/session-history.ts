import type { Compaction } from '../contract/session-compactions.ts'
import type { ExportedMessage, ExportedOperation } from './session-lines.ts'

/** A change to an exported session: messages that were added together, or a compaction. */
export interface ExportedChange {
  readonly revision: number
  /** ISO 8601 instants: the first and the last of its messages, or that of the compaction. */
  readonly firstAt: string | undefined
  readonly lastAt: string | undefined
  /** The operation name of the change. */
  readonly operation: string | undefined
  /** Position of the first message that was added; for a compaction, the position of the next message. */
  readonly start: number
  /** The number of messages in the session after the change. */
  readonly length: number
  readonly compaction: Compaction | undefined
}

/** Stops reading with the problem of the line that was read last. */
export type Fail = (problem: string) => never

type Growing = { -readonly [Key in keyof ExportedChange]: ExportedChange[Key] }

/** Reconstructs the changes of a session, and checks that they are consistent. */
export interface SessionHistory {
  message(message: ExportedMessage): void
  compaction(compaction: Compaction): void
  operation(operation: ExportedOperation): void
  /**
   * Returns the changes by revision, once everything is read. Neither the initial content of a fork nor the creation of
   * an empty session is a change.
   */
  changes(): readonly ExportedChange[]
}

/** @param copied For a fork, the number of its initial messages. They and their compactions have revision 1. */
export function createHistory(copied: number | undefined, fail: Fail): SessionHistory {
  /** The revision of the first change: 2 after a fork, or after `runs.write` has created the session. */
  let first = copied === undefined ? 1 : 2
  const begun = copied ?? 0
  const appends: Growing[] = []
  const changes: Growing[] = []
  const names = new Set<string>()
  let messages = 0
  let merged = 0
  let lastCompaction = 0
  let lastOperation = 0

  function add(change: Growing): void {
    if (changes.length === 0 && change.revision === 2) first = 2
    const next = first + changes.length
    if (change.revision !== next) fail(`appears where the change of revision ${next} is missing`)
    changes.push(change)
  }
  /** Adds the appends before a revision. */
  function mergeBefore(revision: number): void {
    for (let append = appends[merged]; append && append.revision < revision; append = appends[merged]) {
      add(append)
      merged++
    }
  }

  return {
    message({ revision, at }) {
      const start = messages++
      const isCopy = start < begun
      if (isCopy !== revision < first) fail(`has revision ${revision}, which a message at ${start} cannot have`)
      if (isCopy) return
      const last = appends.at(-1)
      if (last?.revision === revision) {
        last.length = messages
        last.firstAt ??= at
        last.lastAt = at ?? last.lastAt
      } else if (last && revision < last.revision) fail('has an earlier revision than the message before it')
      else appends.push({ ...changeAt(revision, at), start, length: messages, compaction: undefined })
    },
    compaction(compaction) {
      const { revision, end, at } = compaction
      if (revision < lastCompaction) fail('has an earlier revision than the compaction before it')
      lastCompaction = revision
      mergeBefore(revision)
      const length = changes.at(-1)?.length ?? begun
      if (end > length) fail(`ends at ${end}, past the ${length} messages at that time`)
      if (revision < first) return
      if (appends[merged]?.revision === revision) fail('has the revision of a message')
      add({ ...changeAt(revision, at), start: length, length, compaction })
    },
    operation({ name, revision }) {
      mergeBefore(Number.POSITIVE_INFINITY)
      if (revision <= lastOperation) fail('has no later revision than the operation before it')
      lastOperation = revision
      const change = changes[revision - first]
      if (change === undefined) return fail(`has revision ${revision}, which no change has`)
      if (names.has(name)) fail('has the name of another operation')
      names.add(name)
      change.operation = name
    },
    changes() {
      mergeBefore(Number.POSITIVE_INFINITY)
      if (messages < begun) fail(`ends a fork of ${begun} messages after ${messages}`)
      return changes
    },
  }
}

function changeAt(
  revision: number,
  at: string | undefined,
): Pick<ExportedChange, 'revision' | 'firstAt' | 'lastAt' | 'operation'> {
  return { revision, firstAt: at, lastAt: at, operation: undefined }
}
