import type { Fragment, Message } from '@lamella/core'
import type { Collected, Measured } from '@lamella/core/plugin'
import { plainValue } from '@lamella/core/plugin'
import type { RunState, RunTurn, ShownFragment } from '../contract/run.ts'
import { updateRuleOf } from './changes.ts'
import { toldByLayer, toldFingerprint } from './told.ts'

/** A layer and those of its fragments that the model sees. */
export interface VisibleLayer {
  readonly layer: Collected['layer']
  readonly fragments: readonly Fragment[]
}

/** Returns what a run holds of the turn in whose middle a request is made: one without a message, with the same question. */
export function openTurn(
  { turn }: RunState,
  { question, hasMessage }: { readonly question: string | undefined; readonly hasMessage: boolean },
): RunTurn | undefined {
  return !hasMessage && turn?.question === question ? turn : undefined
}

/** Returns the turn of a request, from what it shows. */
export function turnOf(question: string | undefined, visible: readonly VisibleLayer[]): RunTurn | undefined {
  if (question === undefined) return undefined
  const layers = visible.flatMap(({ layer, fragments }) => {
    const kept = fragments.filter((fragment) => mayReturn(layer, fragment)).map(shownFragment)
    return kept.length === 0 ? [] : [[layer.name, kept] as const]
  })
  return { question, shown: Object.fromEntries(layers) }
}

/** Returns of each layer the fragments that a request of an epoch shows: as they were announced, and not those that gave way. */
export function visibleIn(run: RunState, measured: readonly Measured[]): readonly VisibleLayer[] {
  const told = toldByLayer(run)
  const { head, inserts } = run
  return measured.map(({ source: { layer }, fragments }) => {
    const seen = told.get(layer.name)
    const left = new Set(Object.hasOwn(head.left, layer.name) ? head.left[layer.name] : [])
    for (const insert of inserts)
      if (insert.layer === layer.name) for (const id of Object.keys(insert.told)) left.delete(id)
    const isVisible = (one: Fragment): boolean =>
      one.position === undefined && !left.has(one.id) && seen?.get(one.id) === toldFingerprint(one)
    return { layer, fragments: fragments.filter(isVisible) }
  })
}

/** Returns the ids of a layer's fragments that were shown for the question. */
export function shownIds(turn: RunTurn | undefined, layer: string): readonly string[] {
  return shownBy(turn, layer).map(({ id }) => id)
}

/**
 * Adds to what a layer returned the fragments that it showed for the question, and returns no longer: within a turn nothing
 * disappears. Only for a layer that says what it revoked, since no other says whether a fragment still exists. What was
 * shown outranks what is new.
 */
export function withShown(collected: Collected, turn: RunTurn | undefined): Collected {
  const { layer, status, result } = collected
  const { fragments, revoked } = result
  const shown = shownBy(turn, layer.name)
  if (shown.length === 0 || status !== 'loaded' || revoked === undefined) return collected
  const present = new Set(fragments.map(({ id }) => id))
  const gone = new Set(revoked)
  const missing = shown.filter(({ id }) => !present.has(id) && !gone.has(id))
  const ids = new Set(shown.map(({ id }) => id))
  const all = [...fragments, ...missing]
  const lift = liftOf(all, ids)
  const lifted = all.map((one) => (lift > 0 && ids.has(one.id) ? { ...one, rank: (one.rank ?? 0) + lift } : one))
  return { ...collected, result: { ...result, fragments: lifted } }
}

/** Returns by how much the ranks of some fragments must grow to exceed those of all others. */
function liftOf(fragments: readonly Fragment[], ids: ReadonlySet<string>): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { id, rank = 0, position } of fragments) {
    if (ids.has(id)) least = Math.min(least, rank)
    else if (position === undefined) most = Math.max(most, rank)
  }
  return Number.isFinite(most - least) && most >= least ? most - least + 1 : 0
}

function shownBy(turn: RunTurn | undefined, layer: string): readonly ShownFragment[] {
  return turn && Object.hasOwn(turn.shown, layer) ? (turn.shown[layer] ?? []) : []
}

/** The owner's texts and those that wait for an epoch are what they are now. */
function mayReturn(layer: Collected['layer'], fragment: Fragment): boolean {
  if (fragment.position !== undefined || typeof layer.update === 'object') return false
  const rule = updateRuleOf(layer, fragment)
  return rule === 'add' || (rule === 'replace' && fragment.origin?.by !== 'owner')
}

function shownFragment({ id, content, rank, origin, update }: Fragment): ShownFragment {
  return {
    id,
    content:
      typeof content === 'string' ? content : (content as readonly Message[]).map((message) => plainValue(message)),
    ...(rank !== undefined && { rank }),
    ...(origin !== undefined && { origin }),
    ...(update !== undefined && { update }),
  }
}
