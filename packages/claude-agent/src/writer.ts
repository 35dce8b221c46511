import { isLamellaError } from '@lamella/core'
import { createBoundedMap } from '@lamella/core/plugin'
import { type Batch, createBatches, type Sent } from './batches.ts'
import { carrierOf, readCarrier } from './carrier.ts'
import type { ClaudeEntry, ClaudeSessionKey, ClaudeSessionSummary } from './contract.ts'
import { hasDigest, type Place } from './keys.ts'
import { notice } from './notices.ts'
import type { Settings } from './options.ts'
import { readTranscript, type Transcript } from './read-transcript.ts'

/**
 * How often an append is tried at the revision that was last seen. Each failure means that another writer went first; then the
 * entries are added wherever the end is.
 */
const mostTries = 10
/** How many transcripts are remembered. One that is forgotten is read again before the next append. */
const mostKnown = 256
/** How many deletions are remembered, for a batch that comes again after one. */
const mostDeleted = 10_000

/** What is known of a transcript. */
interface Known extends Omit<Transcript, 'stored'> {
  readonly uuids: Set<string>
  readonly summary: Summary
}

/** Of every entry, or `undefined` of none, or `null` after a failure: what came after it alone would be no summary. */
type Summary = ClaudeSessionSummary | undefined | null

/** Writes transcripts, and remembers of the last ones what an append has to know. */
export interface Writer {
  append(place: Place, key: ClaudeSessionKey, entries: readonly ClaudeEntry[]): Promise<void>
  /** Takes note of a transcript that was read whole. */
  loaded(place: Place, key: ClaudeSessionKey, transcript: Transcript): void
  deleted(place: Place): void
}

export function createWriter(settings: Settings): Writer {
  const { sessions, onNotice, now, foldSessionSummary } = settings
  const known = createBoundedMap<string, Known>(mostKnown)
  const deletions = createBoundedMap<string, number>(mostDeleted)
  const batchOf = createBatches(now)
  const nameOf = ({ scope, session }: Place): string => JSON.stringify([scope.agent, session])
  const deleted = (name: string): void => {
    known.delete(name)
    deletions.set(name, (deletions.get(name) ?? 0) + 1)
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

  /** Takes note of what was read, from the beginning or after what was known. */
  function note(name: string, key: ClaudeSessionKey, before: Known | undefined, transcript: Transcript): Known {
    const uuids = before?.uuids ?? new Set()
    let summary = before?.summary
    // What came after the last summary.
    let later: ClaudeEntry[] = []
    for (const { message } of transcript.stored) {
      const record = readCarrier(message)
      if (!record) continue
      if (typeof record.entry.uuid === 'string') uuids.add(record.entry.uuid)
      if (record.summary) [summary, later] = [record.summary, []]
      else later.push(record.entry)
    }
    const { revision, length, stored } = transcript
    summary = fold(key, summary, later, Date.parse(stored.at(-1)?.at ?? ''))
    const noted = { revision, length, uuids, summary }
    known.set(name, noted)
    return noted
  }

  async function learn(name: string, place: Place, key: ClaudeSessionKey): Promise<Known> {
    const before = known.get(name)
    const { isNew, ...transcript } = await readTranscript(settings, place, before)
    if (isNew) deleted(name)
    return note(name, key, isNew ? undefined : before, transcript)
  }

  /** Leaves out what the transcript has, and makes messages of the rest. */
  function toSend(
    { session }: Place,
    key: ClaudeSessionKey,
    { entries, at }: Batch,
    before: Known,
    isNext: boolean,
  ): Sent {
    const uuids = new Set<string>()
    const added = entries.filter(({ uuid }) => {
      if (typeof uuid !== 'string') return true
      const isNew = !before.uuids.has(uuid) && !uuids.has(uuid)
      uuids.add(uuid)
      return isNew
    })
    // Of a transcript whose end is not known, there is no summary.
    const summary = isNext ? fold(key, before.summary, added, at.getTime()) : undefined
    const messages = added.map((entry, index) =>
      carrierOf(entry, {
        ...(index === 0 && hasDigest(session) && { key }),
        ...(index === added.length - 1 && summary && { summary }),
      }),
    )
    return { messages, added, summary }
  }

  return {
    append: async (place, key, entries) => {
      const name = nameOf(place)
      const batch = batchOf(`${deletions.get(name) ?? 0} ${name}`, entries)
      for (let tries = 1; ; tries++) {
        const before = known.get(name) ?? (await learn(name, place, key))
        batch.sent ??= toSend(place, key, batch, before, tries <= mostTries)
        const { messages, added } = batch.sent
        if (messages.length === 0) return
        try {
          const { operation, at } = batch
          const expected = tries <= mostTries && { expectedRevision: before.revision }
          const appending = { operation, at, ...expected }
          const { revision, start } = await sessions.append(place.scope, place.session, messages, appending)
          // What came between is read when the next append is refused.
          if (start !== before.length) return
          for (const { uuid } of added) if (typeof uuid === 'string') before.uuids.add(uuid)
          const summary = batch.sent.summary ?? fold(key, before.summary, added, at.getTime())
          known.set(name, { revision, length: start + added.length, uuids: before.uuids, summary })
          return
        } catch (error) {
          if (!isLamellaError(error, 'SESSION_CONFLICT')) throw error
          // Nothing was added, so what is sent may change.
          delete batch.sent
          if (tries === 1) onNotice(notice('CLAUDE_OTHER_WRITER', place.session))
          await learn(name, place, key)
        }
      }
    },
    loaded: (place, key, transcript) => {
      const name = nameOf(place)
      // An append may have gone further meanwhile.
      if ((known.get(name)?.revision ?? 0) <= transcript.revision) note(name, key, undefined, transcript)
    },
    deleted: (place) => deleted(nameOf(place)),
  }
}
