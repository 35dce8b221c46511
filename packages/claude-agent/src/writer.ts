import { randomUUID } from 'node:crypto'
import { setImmediate as rest } from 'node:timers/promises'
import { isLamellaError } from '@lamella/core'
import { createBoundedMap } from '@lamella/core/plugin'
import { type Carried, carrierOf } from './carrier.ts'
import type { ClaudeEntry, ClaudeSessionKey, ClaudeSessionSummary } from './contract.ts'
import { keyIn, type Place } from './keys.ts'
import { notice } from './notices.ts'
import type { Settings } from './options.ts'
import { readTranscript, type Transcript } from './read-transcript.ts'

/** How often an append is tried at the revision last seen; then it goes wherever the end is, since others keep going first. */
const mostTries = 10
/** How many transcripts are remembered. One that is forgotten is read again before the next append. */
const mostKnown = 256
/** How many deletions are remembered, for a batch that comes again after one. */
const mostDeleted = 10_000

/** What an append has to know of a transcript. */
interface Known extends Pick<Transcript, 'revision' | 'length'> {
  readonly uuids: Set<string>
  readonly summary: Summary
}

/** Of every entry, or `undefined` of none, or `null` after a failure: what came after it alone would be no summary. */
type Summary = ClaudeSessionSummary | undefined | null

/** The array of a call, as it was when it came for the first time. */
interface Batch {
  readonly transcript: string
  readonly entries: readonly ClaudeEntry[]
  readonly operation: string
  readonly at: Date
  /** What the store was given, as long as it may have taken it. */
  sent?: readonly Carried[]
}

/** Writes transcripts, and remembers the last ones. */
export interface Writer {
  append(place: Place, entries: readonly ClaudeEntry[]): Promise<void>
  /** Takes note of a transcript that was read whole. */
  loaded(place: Place, transcript: Transcript): void
  /** Takes note that the transcript of a name was deleted. */
  deleted(name: string): void
}

export function createWriter(settings: Settings): Writer {
  const { sessions, onNotice, now, foldSessionSummary } = settings
  const known = createBoundedMap<string, Known>(mostKnown)
  const deletions = createBoundedMap<string, number>(mostDeleted)
  const batches = new WeakMap<readonly ClaudeEntry[], Batch>()
  const deleted = (name: string): void => {
    known.delete(name)
    deletions.set(name, (deletions.get(name) ?? 0) + 1)
  }

  /** Recognizes a batch that comes again: the SDK tries again with the same array, and equal entries in another one are new. */
  function batchOf({ name }: Place, entries: readonly ClaudeEntry[]): Batch {
    const transcript = `${deletions.get(name) ?? 0} ${name}`
    const before = batches.get(entries)
    const isSame = before?.transcript === transcript && before.entries.length === entries.length
    if (isSame && entries.every((entry, index) => entry === before.entries[index])) return before
    const batch: Batch = { transcript, entries: [...entries], operation: randomUUID(), at: now() }
    batches.set(entries, batch)
    return batch
  }

  function fold(key: ClaudeSessionKey, before: Summary, entries: readonly ClaudeEntry[], mtime: number): Summary {
    if (!foldSessionSummary || key.subpath !== undefined || entries.length === 0 || before === null) return before
    try {
      return JSON.parse(JSON.stringify(foldSessionSummary(before, { ...key }, [...entries], { mtime })))
    } catch {
      onNotice(notice('CLAUDE_SUMMARY_FAILED', key.sessionId))
      return null
    }
  }

  /** Takes note of what was read or written after what was known. */
  function note({ name, key }: Place, before: Known | undefined, added: Transcript): Known {
    const { revision, length, carried, updatedAt = '' } = added
    const uuids = before?.uuids ?? new Set()
    for (const { entry } of carried) if (typeof entry.uuid === 'string') uuids.add(entry.uuid)
    const last = carried.findLastIndex(({ summary }) => summary)
    const later = carried.slice(last + 1).map(({ entry }) => entry)
    const summary = fold(key, carried[last]?.summary ?? before?.summary, later, Date.parse(updatedAt))
    const noted = { revision, length, uuids, summary }
    known.set(name, noted)
    return noted
  }

  async function learn(place: Place): Promise<Known> {
    const before = known.get(place.name)
    const transcript = await readTranscript(settings, place, before?.length)
    const isSame = !before || (before.revision <= transcript.revision && before.length <= transcript.length)
    if (isSame) return note(place, before, transcript)
    deleted(place.name)
    return await learn(place)
  }

  /** Leaves out what the transcript has, and says what to keep beside the rest. */
  function toSend({ session, key }: Place, { entries, at }: Batch, before: Known, isNext: boolean): readonly Carried[] {
    const firsts = new Map(entries.map(({ uuid }, index) => [uuid, index] as const).reverse())
    const isNew = (uuid: string, index: number): boolean => !before.uuids.has(uuid) && firsts.get(uuid) === index
    const added = entries.filter(({ uuid }, index) => typeof uuid !== 'string' || isNew(uuid, index))
    // Of a transcript whose end is not known, there is no summary.
    const summary = isNext && fold(key, before.summary, added, at.getTime())
    return added.map((entry, index) => ({
      entry,
      ...(index === 0 && !keyIn(session) && { key }),
      ...(index === added.length - 1 && summary && { summary }),
    }))
  }

  return {
    append: async (place, entries) => {
      const batch = batchOf(place, entries)
      const { operation, at } = batch
      for (let tries = 1; ; tries++) {
        // Some stores wait for nothing: other work goes first, here and between the two long steps.
        await rest()
        const before = known.get(place.name) ?? (await learn(place))
        const isNext = tries <= mostTries
        const carried = batch.sent ?? toSend(place, batch, before, isNext)
        batch.sent = carried
        if (carried.length === 0) return
        const messages = carried.map(carrierOf)
        const options = { operation, at, ...(isNext && { expectedRevision: before.revision }) }
        await rest()
        try {
          const { revision, start } = await sessions.append(place.scope, place.session, messages, options)
          const length = start + carried.length
          // What came between is read when the next append is refused.
          if (start === before.length) note(place, before, { revision, length, carried, updatedAt: at.toISOString() })
          return
        } catch (error) {
          if (!isLamellaError(error, 'SESSION_CONFLICT')) throw error
          // Nothing was added, so what is sent may change.
          delete batch.sent
          if (tries === 1) onNotice(notice('CLAUDE_OTHER_WRITER', place.session))
          await learn(place)
        }
      }
    },
    loaded: (place, transcript) => {
      // An append may have gone further meanwhile.
      if ((known.get(place.name)?.revision ?? 0) <= transcript.revision) note(place, undefined, transcript)
    },
    deleted,
  }
}
