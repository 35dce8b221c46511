import type { NewCompaction } from '@lamella/core/plugin'
import {
  type AppendChange,
  type Appended,
  type Change,
  type Compaction,
  mustBeAt,
  mustReach,
  sameCompaction,
  sessionMissing,
  valueInvalid,
} from '@lamella/store'
import { known } from '../json.ts'
import type { SessionPlace } from './places.ts'
import type { SessionRecord } from './record.ts'
import type { Tail } from './tail.ts'
import { type Written, writeCompaction, writeMessages } from './write-change.ts'

/** The result of a requested change. */
interface Planned<Answer> {
  /** What to write first; `undefined` if nothing. */
  readonly written: Written | undefined
  readonly answer: Answer
}

/** A change to a session. */
export interface ChangeRequest<Answer> {
  readonly change: Pick<Change, 'operation'>
  /**
   * Plans the change for a session in the given state. Reads nothing.
   *
   * @param done The records of an earlier change with the same name, if any.
   * @throws LamellaError `SESSION_CONFLICT`, `SESSION_MISSING`, `STORE_VALUE_INVALID`
   */
  plan(tail: Tail, done: readonly SessionRecord[] | undefined): Planned<Answer>
}

/** Creates a request that appends messages, unless that was done before. */
export function appendRequest(
  place: SessionPlace,
  texts: readonly string[],
  change: AppendChange,
): ChangeRequest<Appended> {
  return {
    change,
    plan(tail, done) {
      const [first] = done ?? []
      const last = done?.at(-1)
      if (first && last && done) {
        if (!isSame(texts, done)) throw anotherChange()
        const start = first.pos - ((first.part?.[0] ?? 1) - 1)
        const [part, parts] = last.part ?? [1, 1]
        const length = last.pos + 1 + parts - part
        return { written: undefined, answer: { revision: last.rev, start, length, repeated: true } }
      }
      mustBeAt('session', place.id, change.expectedRevision, tail.revision)
      const start = tail.length
      if (texts.length === 0) {
        return { written: undefined, answer: { revision: tail.revision, start, length: start, repeated: false } }
      }
      const { operation, times } = change
      const messages = texts.map((text, index) => ({ text, at: times[index] }))
      const written = writeMessages(place, tail, messages, operation)
      const { revision, length } = written.tail
      return { written, answer: { revision, start, length, repeated: false } }
    },
  }
}

/** Creates a request that adds a compaction, unless that was done before. */
export function compactRequest(
  place: SessionPlace,
  compaction: NewCompaction,
  change: Change,
): ChangeRequest<Compaction> {
  return {
    change,
    plan(tail, done) {
      if (tail.seq === 0) throw sessionMissing(place.id)
      mustReach('compaction.end', compaction.end, tail.length)
      if (done) {
        const [record] = done
        const answer = record?.compaction && toCompaction(record, record.compaction)
        if (!answer || !sameCompaction(answer, compaction)) throw anotherChange()
        return { written: undefined, answer }
      }
      mustBeAt('session', place.id, change.expectedRevision, tail.revision)
      const written = writeCompaction(place, tail, compaction, change)
      const { revision } = written.tail
      return { written, answer: known({ ...compaction, revision, at: change.at }) }
    },
  }
}

/** Converts a record to a compaction. */
export function toCompaction({ rev, at }: SessionRecord, { start, end, text, native }: NewCompaction): Compaction {
  return known({ start, end, text, native, revision: rev, at })
}

/** Checks whether records contain these texts. Damaged ones cannot be compared and count as equal. */
function isSame(texts: readonly string[], done: readonly SessionRecord[]): boolean {
  return done.every(({ message, part: [part, parts] = [1, 1] }) => {
    return message !== undefined && parts === texts.length && JSON.stringify(message) === texts[part - 1]
  })
}

function anotherChange(): Error {
  const fix = 'Use a unique name per change, and repeat a name only to retry the same change.'
  return valueInvalid('options.operation', 'already names another change of this session', fix)
}
