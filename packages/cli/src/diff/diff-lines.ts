import { dollars } from '@lamella/core/plugin'
import { grouped, signed } from '../text/words.ts'
import { type ContextDiff, isSameContext, type Names } from './context-diff.ts'
import type { DiffCost } from './diff-cost.ts'
import type { FragmentChange } from './fragment-changes.ts'

/** The most fragments of one layer with the same fate that are listed one by one. */
const most = 5

/** A line about a part: its name, and what happened to it. */
interface DiffLine {
  readonly name: string
  readonly what: string
}

/** The words of a difference, for text and Markdown alike. Names are as recorded: not yet safe to print. */
export interface DiffWords {
  readonly sum: string
  /** Absent if both were counted in the same way. */
  readonly counting?: DiffLine
  readonly prefix: DiffLine
  /** Absent if prices are not known. The name is of the model, or of both. */
  readonly cost?: DiffLine
  readonly layers: readonly (readonly [name: string, before: string, after: string, change: string])[]
  readonly lines: readonly DiffLine[]
}

/** Puts a difference into words. */
export function diffWords(diff: ContextDiff): DiffWords {
  const { tokens, window, layers, tools, fragments, cost, counting } = diff
  const resized = window.before === window.after ? '' : `, window ${arrow(window.before, window.after)}`
  return {
    sum: isSameContext(diff)
      ? `The same request: ${grouped(tokens.after)} tokens${resized}.`
      : `${arrow(tokens.before, tokens.after)} tokens (${signed(tokens.after - tokens.before)})${resized}`,
    ...(counting && { counting: { name: namesOf(counting), what: 'differently, so that sizes do not compare' } }),
    prefix: prefixLine(diff),
    ...(cost && { cost: costLine(cost) }),
    layers: layers.map(({ name, before, after }) => [name, grouped(before), grouped(after), signed(after - before)]),
    lines: [
      ...(['added', 'removed', 'changed'] as const).flatMap((what) =>
        tools[what].map((name) => ({ name: `tool ${name}`, what })),
      ),
      ...fragmentLines(fragments),
    ],
  }
}

function namesOf({ before, after }: Names): string {
  return `${before} -> ${after}`
}

function prefixLine({ tokens, prefix, models }: ContextDiff): DiffLine {
  if (!prefix) {
    const what = 'nothing repeats, since each model has a prompt cache of its own'
    return { name: models ? namesOf(models) : '', what }
  }
  const { repeated, added, extends: isExtended, break: parts } = prefix
  const share = `${grouped(repeated)} of ${grouped(tokens.after)} tokens repeat`
  if (isExtended || !parts) return { name: '', what: `${share}; ${grouped(added)} are appended` }
  const { place, layer, fragment, tool, sameUnits } = parts
  const name = tool ?? [layer, fragment].filter((one) => one !== undefined).join('/')
  const at = sameUnits === undefined ? '' : `, after ${grouped(sameUnits)} characters`
  const where = { tools: 'the tools', system: 'the system prompt', messages: 'the messages' }[place]
  return { name, what: `${share}; the prefix breaks in ${where}${at}` }
}

function costLine({ before, after }: DiffCost): DiffLine {
  const line = (kind: 'uncached' | 'cached'): string => {
    const more = after[kind] - before[kind]
    return `${dollars(before[kind])} -> ${dollars(after[kind])} a request (${more > 0 ? '+' : ''}${dollars(more)})`
  }
  // Without what repeats, a cache only has to be written.
  const isRead = [before, after].every(({ uncached, cached }) => cached < uncached)
  const name = before.model === after.model ? after.model : `${before.model} -> ${after.model}`
  return { name, what: `${line('uncached')}${isRead ? `; with a prompt cache ${line('cached')}` : ''}` }
}

/** One line for each fragment, or one for many of a layer with the same fate. */
function fragmentLines(changes: readonly FragmentChange[]): readonly DiffLine[] {
  const groups = new Map<string, FragmentChange[]>()
  for (const change of changes) {
    const key = JSON.stringify([change.layer, change.what, change.reason])
    const group = groups.get(key)
    if (group) group.push(change)
    else groups.set(key, [change])
  }
  return [...groups.values()].flatMap((group) => {
    const [{ layer, what, reason }] = group as [FragmentChange]
    const why = reason === undefined ? '' : ` (${reason})`
    if (group.length > most) return [{ name: layer, what: `${grouped(group.length)} fragments ${what}${why}` }]
    return group.map(({ fragment, before, after }) => ({
      name: `${layer}/${fragment}`,
      what: `${what}${sizes(before, after)}${why}`,
    }))
  })
}

function sizes(before: number | undefined, after: number | undefined): string {
  if (before !== undefined && after !== undefined) return `, ${arrow(before, after)} tokens`
  const only = after ?? before
  return only === undefined ? '' : `, ${grouped(only)} tokens`
}

function arrow(before: number, after: number): string {
  return before === after ? grouped(after) : `${grouped(before)} -> ${grouped(after)}`
}
