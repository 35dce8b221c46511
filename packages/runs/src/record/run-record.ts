import type { JsonValue } from '@lamella/core'
import { isObject, mustReadFormat } from '@lamella/core/plugin'
import type { StoredRun } from '@lamella/store'
import { invalid } from '../request/check-asked.ts'
import { passes, runFormat } from '../request/check-run.ts'
import { losesTexts, statesOf } from './erased.ts'
import { hasWhole, noteOf, recordOf } from './run-notes.ts'
import type { RunPlace, RunRecord, VersionedRecord } from './stored-record.ts'

/** A session can have runs of that many agents; the one that was written longest ago is forgotten. */
const mostAgents = 16

/** Reading takes all parts: with one more, they are replaced by a single one. Most epochs end before. */
const mostParts = 256

/** A part of what a store keeps of a session's runs: notes by agent, which follow those in the parts before. */
export type RunPart = Readonly<Record<string, JsonValue>>

/**
 * Reads the record of a session, unless the run has it already. One that is damaged counts as none: the run begins anew.
 *
 * @throws LamellaError `FORMAT_NEWER` for a record of a later release, which is left as it is; `OPTION_INVALID`
 */
export async function readRecord(place: RunPlace): Promise<VersionedRecord> {
  if (!isObject(place?.sessions)) throw invalid('readRecord', 'place', 'must be { sessions, scope, id }.')
  const { sessions, scope, id, agent = '', known } = place
  const at = known && (await sessions.runs?.version?.(scope, id))
  const last = known?.last
  if (at && last?.version === at.version && last.series === at.series) return last
  const stored = await sessions.runs?.read(scope, id)
  const notes = notesIn(stored)
  const own = await recordOf(notes.get(agent) ?? [])
  notes.delete(agent)
  const read: VersionedRecord = {
    record: own ?? { pending: [] },
    version: stored?.version ?? 0,
    parts: own ? 1 + (stored?.added?.length ?? 0) : 0,
    // Another process may have written between the two calls: then the versions differ, and what they count may, too.
    ...(at && at.version === stored?.version && { series: at.series }),
    others: notes,
  }
  if (known) known.last = read
  return read
}

/**
 * Returns the notes of each agent of a session. The agent whose run was written last is the last.
 *
 * @throws LamellaError `FORMAT_NEWER`
 */
export function notesIn(stored: StoredRun | undefined): Map<string, readonly unknown[]> {
  const all = new Map<string, readonly unknown[]>()
  const parts: readonly Readonly<Record<string, unknown>>[] = stored ? [stored.run, ...(stored.added ?? [])] : []
  for (const { spec, runs } of parts) {
    mustReadFormat(spec, runFormat('The run that is kept with the session'))
    if (spec !== 1 || !isObject(runs)) continue
    for (const [agent, notes] of Object.entries(runs)) {
      const before = all.get(agent) ?? []
      all.delete(agent)
      all.set(agent, [...before, ...(Array.isArray(notes) ? notes : [undefined])])
    }
  }
  return all
}

export function partOf(runs: Iterable<readonly [agent: string, notes: readonly unknown[]]>): RunPart {
  return { spec: 1, runs: Object.fromEntries(runs) } as object as RunPart
}

/**
 * Writes the record of a session. A request of an epoch adds what is new in it to what is kept; a new epoch replaces that. The
 * bytes of texts that only the record before holds are removed.
 *
 * @param read The record as it was read.
 * @returns The new version.
 * @throws LamellaError `RUN_CONFLICT`
 */
export async function writeRecord(place: RunPlace, record: RunRecord, read: VersionedRecord): Promise<number> {
  const { sessions, scope, id, agent = '', known } = place
  const { version, series, others } = read
  const purge = losesTexts(read.record, record)
  const note = noteOf(record, read.record)
  const adds = 0 < read.parts && read.parts < mostParts && !purge && !hasWhole(note)
  const left = adds ? others : new Map([...others].slice(1 - mostAgents))
  const part = partOf(adds ? [[agent, [note]]] : [...left, [agent, [noteOf(record)]]])
  const written = (await sessions.runs?.write(scope, id, part, version, { purge, adds })) ?? version
  if (known === undefined) return written
  for (const state of statesOf(record)) passes(state)
  const parts = adds ? read.parts + 1 : 1
  known.last = { record, version: written, parts, ...(series !== undefined && { series }), others: left }
  return written
}
