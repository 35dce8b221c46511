import type { BuiltContext } from '../../contract/context.ts'
import type { CutReason, RunReport, RunState } from '../../contract/run.ts'
import type { RunRecord } from './stored-record.ts'

/** Cuts that do not say whether the layers still return what was sent. Before any other, each layer was asked. */
const unchecked: ReadonlySet<CutReason | undefined> = new Set(['revoked', 'asked', 'edited'])

/** Returns the cut of a request unless the layers have said that nothing is revoked of the run that it was built from. */
export function erasingCut({ report }: Pick<BuiltContext, 'report'>): RunReport['cut'] {
  const cut = report.run?.cut
  return unchecked.has(cut?.reason) ? cut : undefined
}

/** Returns a run without the texts of layers: where it is in the session stays, and why its epoch has ended. */
export function endedRun({ turn: _, ...run }: RunState, reason: CutReason): RunState {
  const head = { ...run.head, system: [], lead: [], told: {}, left: {} }
  return { ...run, head, inserts: [], ended: reason }
}

/** Returns the fragments whose texts a run holds, as layer and id. */
export function fragmentsIn({ head, inserts, turn }: RunState): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (layer: string, ids: Iterable<string>): void => {
    for (const id of ids) found.add(JSON.stringify([layer, id]))
  }
  for (const [layer, told] of Object.entries(head.told)) add(layer, Object.keys(told))
  for (const { layer, told } of inserts) add(layer, Object.keys(told))
  for (const [layer, shown] of Object.entries(turn?.shown ?? {})) add(layer, new Set(shown.map(({ id }) => id)))
  return found
}

/** Whether a record holds a text of a layer that the next one does not: its bytes must go, since it may be erased. */
export function losesTexts(before: RunRecord, after: RunRecord): boolean {
  const kept = new Set(statesOf(after))
  const gone = statesOf(before).filter((state) => !kept.has(state))
  if (gone.length === 0) return false
  const left = new Set([...kept].flatMap((state) => [...textsOf(state)]))
  return gone.some((state) => [...textsOf(state)].some((text) => !left.has(text)))
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
