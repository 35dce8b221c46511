import type { BuiltContext } from '@lamella/core'
import type { CutReason, RunReport } from '@lamella/core/plugin'
import type { RunState } from '../contract/run.ts'
import type { RunRecord } from './stored-record.ts'

/** Cuts that do not say whether the layers still return what was sent. Before any other, each layer was asked. */
const unchecked: ReadonlySet<CutReason | undefined> = new Set(['revoked', 'asked', 'edited'])

/** Returns the cut of a request unless the layers have said that nothing is revoked of the run that it was built from. */
export function erasingCut({ report }: Pick<BuiltContext, 'report'>): RunReport['cut'] {
  const cut = report.run?.cut
  return unchecked.has(cut?.reason) ? cut : undefined
}

/** Returns a run without the texts of layers: where it is in the session stays, and why its epoch has ended. */
export function endedRun({ turn: _, rows: __, ...run }: RunState, reason: CutReason): RunState {
  const head = { ...run.head, system: [], lead: [], told: {}, left: {} }
  return { ...run, head, inserts: [], ended: reason }
}

/** Returns the fragments whose texts a run holds. */
export function* fragmentsOf({ head, inserts, turn }: RunState): Iterable<readonly [layer: string, id: string]> {
  const told = [...Object.entries(head.told), ...inserts.map((one) => [one.layer, one.told] as const)]
  for (const [layer, ids] of told) for (const id of Object.keys(ids)) yield [layer, id]
  for (const [layer, shown] of Object.entries(turn?.shown ?? {})) for (const { id } of shown) yield [layer, id]
}

/** Returns the fragments whose texts a run holds, each as one text that can be compared. */
export function fragmentsIn(state: RunState): ReadonlySet<string> {
  return new Set(Array.from(fragmentsOf(state), (one) => JSON.stringify(one)))
}

/** Whether a record holds a text of a layer that the next one does not: its bytes must go, since it may be erased. */
export function losesTexts(before: RunRecord, after: RunRecord): boolean {
  const kept = new Set(statesOf(after))
  const gone = statesOf(before).filter((state) => !kept.has(state))
  if (gone.length === 0) return false
  const left = new Set([...kept].flatMap((state) => [...textsOf(state)]))
  return gone.some((state) => [...textsOf(state)].some((text) => !left.has(text)))
}

export function withStates({ run, pending, ...record }: RunRecord, change: (state: RunState) => RunState): RunRecord {
  return {
    ...record,
    ...(run && { run: change(run) }),
    pending: pending.map((one) => ({ ...one, run: change(one.run) })),
  }
}

export function statesOf({ run, pending }: RunRecord): readonly RunState[] {
  return [...(run ? [run] : []), ...pending.map((one) => one.run)]
}

/** The texts that a run holds, as layer, id and fingerprint. */
function* textsOf({ head, inserts }: RunState): Iterable<string> {
  const told = [...Object.entries(head.told), ...inserts.map((one) => [one.layer, one.told] as const)]
  for (const [layer, ids] of told) {
    for (const [id, hash] of Object.entries(ids)) yield JSON.stringify([layer, id, hash])
  }
}
