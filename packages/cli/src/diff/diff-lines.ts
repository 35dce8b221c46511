import { grouped, signed } from '../text/words.ts'
import { type ContextDiff, isSameContext } from './context-diff.ts'
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
  readonly prefix: DiffLine
  readonly layers: readonly (readonly [name: string, before: string, after: string, change: string])[]
  readonly lines: readonly DiffLine[]
}

/** Puts a difference into words. */
export function diffWords(diff: ContextDiff): DiffWords {
  const { tokens, window, layers, tools, fragments } = diff
  const resized = window.before === window.after ? '' : `, window ${arrow(window.before, window.after)}`
  return {
    sum: isSameContext(diff)
      ? `The same request: ${grouped(tokens.after)} tokens${resized}.`
      : `${arrow(tokens.before, tokens.after)} tokens (${signed(tokens.after - tokens.before)})${resized}`,
    prefix: prefixLine(diff),
    layers: layers.map(({ name, before, after }) => [name, grouped(before), grouped(after), signed(after - before)]),
    lines: [
      ...(['added', 'removed', 'changed'] as const).flatMap((what) =>
        tools[what].map((name) => ({ name: `tool ${name}`, what })),
      ),
      ...fragmentLines(fragments),
    ],
  }
}

function prefixLine({ tokens, prefix }: ContextDiff): DiffLine {
  const { repeated, added, extends: isExtended, break: parts } = prefix
  const share = `${grouped(repeated)} of ${grouped(tokens.after)} tokens repeat`
  if (isExtended || !parts) return { name: '', what: `${share}; ${grouped(added)} are appended` }
  const { place, layer, fragment, tool, sameUnits } = parts
  const name = tool ?? [layer, fragment].filter((one) => one !== undefined).join('/')
  const at = sameUnits === undefined ? '' : `, after ${grouped(sameUnits)} characters`
  const where = { tools: 'the tools', system: 'the system prompt', messages: 'the messages' }[place]
  return { name, what: `${share}; the prefix breaks in ${where}${at}` }
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
