import type { Fragment, Layer, Message } from '@lamella/core'
import { isLamellaError, LamellaError } from '@lamella/core'
import type { Counter, LayerChange, UpdateMark, UpdatePolicy } from '@lamella/core/plugin'
import { composeText, failed, isTextLayer } from '@lamella/core/plugin'
import type { RunInsert } from '../contract/run.ts'
import { type Changes, type ChangesOfAuthor, whole } from './changes.ts'
import { toldFingerprint } from './told.ts'
import { type UpdatePart, updateMessage, updateText } from './update-text.ts'

/** An update, and what a layer's maximum kept out of it. */
export interface Update {
  readonly inserts: readonly RunInsert[]
  readonly left: readonly Fragment[]
  /** Ids of fragments that are gone, which the model does not know yet. */
  readonly untold: readonly string[]
}

/**
 * Writes the updates of a layer: what the owner wrote and everything else are two.
 *
 * @param at The position in the session before which it stays.
 * @param room The tokens that the layer's maximum leaves.
 * @param isNew Whether the model has seen nothing of the layer so far: then its wrapping is shown, too.
 */
export function updateOf(
  layer: Layer,
  changes: Changes,
  all: readonly Fragment[],
  { at, room, isNew, counter }: { at: number; room: number; isNew: boolean; counter: Counter },
): Update {
  // Additions wait first, the lowest rank before others; then what corrects the model; last that something is gone.
  const { data, owner } = changes
  const order = [
    ...byRank([...data.add, ...owner.add]),
    ...byRank([...data.replace, ...owner.replace]),
    ...data.removed,
    ...owner.removed,
  ]
  const without = (count: number): readonly RunInsert[] => {
    const left = new Set(order.slice(0, count))
    const stays = (one: Fragment | string): boolean => !left.has(one)
    return (['data', 'owner'] as const).flatMap((by) => {
      const { add, replace, removed } = changes[by]
      const told = { add: add.filter(stays), replace: replace.filter(stays), removed: removed.filter(stays) }
      return write(layer, by, told, all, at, isNew)
    })
  }
  const fits = (inserts: readonly RunInsert[]): boolean =>
    inserts.reduce((sum, { message }) => sum + counter.message(message), 0) <= room
  const full = without(0)
  if (fits(full)) return { inserts: full, left: [], untold: [] }
  // The fewest that must wait, by halves: a layer may return thousands.
  let [low, high] = [1, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(without(middle))) high = middle
    else low = middle + 1
  }
  const out = order.slice(0, low)
  return {
    inserts: without(low),
    left: out.filter((one) => typeof one !== 'string'),
    untold: out.filter((one) => typeof one === 'string'),
  }
}

function write(
  layer: Layer,
  by: UpdateMark['by'],
  { add, replace, removed }: ChangesOfAuthor,
  all: readonly Fragment[],
  at: number,
  isNew: boolean,
): readonly RunInsert[] {
  const insert = (message: Message, fragments: readonly Fragment[], gone: readonly string[] = []): RunInsert => {
    const told = fragments.map((one) => [one.id, toldFingerprint(one)] as const)
    // A text that only lost its author is announced as data, before this.
    const now = (id: string): string => {
      const present = all.find((one) => one.id === id)
      return present ? toldFingerprint(present) : ''
    }
    return { at, layer: layer.name, message, told: Object.fromEntries([...told, ...gone.map((id) => [id, now(id)])]) }
  }
  if (!isTextLayer(layer) && typeof layer.update !== 'object') {
    // Messages are added as they are.
    return add.flatMap((one) => (one.content as readonly Message[]).map((message) => insert(message, [one])))
  }
  const text = textOf(layer, { add, replace, removed }, all, isNew)
  if (text === undefined) return []
  return [insert(updateMessage(text, { by }), [...add, ...replace], removed)]
}

function textOf(
  layer: Layer,
  { add, replace, removed }: ChangesOfAuthor,
  all: readonly Fragment[],
  isNew: boolean,
): string | undefined {
  if (add.length === 0 && replace.length === 0 && removed.length === 0) return undefined
  if (typeof layer.update === 'object') {
    const change = { added: add.map(whole), changed: replace.map(whole), removed, all: all.map(whole) }
    const text = toldBy(layer, layer.update, change)
    return text === undefined ? undefined : updateText(layer.name, [{ text }])
  }
  // What a layer wraps around its texts is in the request already.
  const isComposed = isNew || layer.compose === undefined
  const added = isComposed ? composeText(layer, add.map(whole)) : add.map(({ content }) => content).join('\n')
  const parts: UpdatePart[] = [
    ...(add.length > 0 ? [{ text: added }] : []),
    ...replace.map(({ id, content }) => ({ replaces: id, text: content as string })),
    ...removed.map((id) => ({ replaces: id, text: undefined })),
  ]
  return updateText(layer.name, parts)
}

/** @throws LamellaError `LAYER_FAILED`, `LAYER_OUTPUT_INVALID` */
function toldBy(layer: Layer, policy: UpdatePolicy, change: LayerChange): string | undefined {
  let text: unknown
  try {
    text = policy.tell(change)
  } catch (cause) {
    throw isLamellaError(cause) ? cause : failed(layer, cause)
  }
  if (text === undefined || typeof text === 'string') return text
  const problem = `the update policy '${policy.name}' returned ${text === null ? 'null' : typeof text}`
  throw new LamellaError({
    code: 'LAYER_OUTPUT_INVALID',
    what: `Layer '${layer.name}': ${problem}.`,
    fix: 'Return the text of the update, or undefined to let the change wait.',
    details: { layer: layer.name, problem },
  })
}

function byRank(fragments: readonly Fragment[]): readonly Fragment[] {
  return fragments.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
}
