import type { Layer, ReportRow } from '@lamella/core'
import type { Counter, CutRow, Measured } from '@lamella/core/plugin'
import { updateMark } from '@lamella/core/plugin'
import type { RunInsert, RunState } from '../contract/run.ts'
import { changesOf, isUnchanged } from './changes.ts'
import { ofNoLayer } from './tool-changes.ts'
import { updateText } from './update-text.ts'
import { type Update, updateOf } from './updates.ts'

/** What a request tells about the changes in its layers. */
export interface Told {
  /** The owner's follow the others: what is announced as a system message must be last in the user's turn. */
  readonly inserts: readonly RunInsert[]
  /** What the layers' maxima kept out. */
  readonly rows: readonly ReportRow[]
  /** Whether a text of the owner changed, which only a new head can tell. */
  readonly instructions: boolean
  /** Whether messages without a position changed, which only a new head can replace. */
  readonly messages: boolean
  /** The layers, with those that failed to write their update. */
  readonly measured: readonly Measured[]
}

/**
 * Writes what has changed in each layer since the model last saw it.
 *
 * @param takesInstructions Whether the model takes texts of the owner in the middle of the conversation.
 * @param at The position in the session before which it stays: that after the new message. Without one changes wait for
 * the next user message: between a call and its results nothing is announced.
 */
export function tellChanges(
  measured: readonly Measured[],
  run: RunState,
  told: ReadonlyMap<string, ReadonlyMap<string, string>>,
  at: number | undefined,
  counter: Counter,
  takesInstructions: boolean,
): Told {
  const inserts: RunInsert[] = []
  const rows: ReportRow[] = []
  const layers = [...measured]
  let [instructions, messages] = [false, false]
  for (const [index, item] of measured.entries()) {
    const { source, fragments, max } = item
    const { layer, status, result } = source
    // A layer that failed says nothing: what the model has seen still holds.
    if (status !== 'loaded') continue
    const own = told.get(layer.name) ?? new Map<string, string>()
    const changes = changesOf(layer, fragments, own, result.revoked !== undefined)
    if (isUnchanged(changes.data) && isUnchanged(changes.owner)) continue
    messages ||= changes.ofMessages
    if (at === undefined) continue
    instructions ||= !isUnchanged(changes.owner) && !takesInstructions
    const room = max === undefined ? Number.POSITIVE_INFINITY : max - spentOn(layer.name, run, counter)
    let update: Update
    try {
      update = updateOf(layer, changes, fragments, { at, room, isNew: own.size === 0, counter })
    } catch (error) {
      if (layer.onError !== 'omit' || !(error instanceof Error)) throw error
      const failed = { layer, status: 'failed', result: { fragments: [] }, why: error.message, error } as const
      layers[index] = { ...item, source: failed }
      continue
    }
    inserts.push(...update.inserts)
    for (const fragment of update.left) {
      const { id, origin, content, tokens: [counted] = [] } = fragment
      rows.push({ ...rowOf(layer, id, counted ?? counter.content(content)), ...(origin && { origin }) })
    }
    for (const id of update.untold) {
      rows.push(rowOf(layer, id, counter.text(updateText(layer.name, [{ replaces: id, text: undefined }]))))
    }
  }
  return { inserts: inDataFirst(inserts), rows, instructions, messages, measured: layers }
}

/** Adds late results of tools, which are data. */
export function withResults(told: Told, results: readonly RunInsert[]): Told {
  return results.length === 0 ? told : { ...told, inserts: [...results, ...told.inserts] }
}

/** Adds updates about tools and settings of the request. They are between data and the instructions of the owner. */
export function withChanges(told: Told, inserts: readonly RunInsert[]): Told {
  return { ...told, inserts: inDataFirst([...inserts, ...told.inserts]) }
}

function inDataFirst(inserts: readonly RunInsert[]): readonly RunInsert[] {
  const isData = ({ layer, message }: RunInsert): boolean => layer !== ofNoLayer && updateMark(message)?.by !== 'owner'
  return [...inserts.filter(isData), ...inserts.filter((insert) => !isData(insert))]
}

/** Returns the row of a change that the layer's maximum keeps out. */
function rowOf(layer: Layer, fragment: string, tokensBefore: number): CutRow {
  const why = { action: 'dropped', reason: 'layer-max', policy: 'update' } as const
  return { layer: layer.name, fragment, ...why, tokensBefore, tokensAfter: 0 }
}

/** The tokens of a layer in the head and in updates since. */
function spentOn(layer: string, { head, inserts }: RunState, counter: Counter): number {
  const system = head.system.filter((part) => part.layer === layer).map(({ content }) => counter.text(content))
  const told = [...head.lead, ...inserts]
    .filter((one) => one.layer === layer)
    .map(({ message }) => counter.message(message))
  return [...system, ...told].reduce((sum, tokens) => sum + tokens, 0)
}
