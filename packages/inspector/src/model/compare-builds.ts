import type { FragmentContent } from '@lamella/core'
import type { RecordedContext, RecordedItem, RecordedTool } from '../contract/recording.ts'
import type { ReadBuild } from '../recording/read-recording.ts'

/** How a request relates to the one before. */
export interface Comparison {
  /** Tokens at the start of the second request that repeat the first: what a prompt cache can read. */
  readonly repeated: number
  /** Tokens of the second request after that. */
  readonly added: number
  /** Items of the second request after the repeated ones. */
  readonly appended: readonly RecordedItem[]
  /** Whether the second request only extends the first. */
  readonly extends: boolean
  /** Where they part, if the second does not extend the first. */
  readonly break?: PrefixBreak
}

/** The first place where a request differs from the one before. */
export interface PrefixBreak {
  readonly place: 'tools' | 'system' | 'messages'
  /** Index of the item, or of the tool. */
  readonly index: number
  /** The layer to blame, and its fragment if it is known. */
  readonly layer?: string
  readonly fragment?: string
  /** The tool to blame. */
  readonly tool?: string
  /** UTF-16 units of the item (as JSON, for messages) that are the same, if both contents are recorded. */
  readonly sameUnits?: number
}

/** Returns the tokens at the start of a request that repeat another one. Far faster than `compareBuilds`, which reads contents. */
export function repeatedTokens(before: RecordedContext, after: RecordedContext): number {
  if (differingTool(before.tools, after.tools) !== undefined) return 0
  return repeatedBy(after, sameItems(before, after))
}

/** Returns how many items at the start of a request repeat another one. */
function sameItems({ layout: { items: old } }: RecordedContext, { layout: { items: now } }: RecordedContext): number {
  const at = now.findIndex((item, index) => !isSame(item, old[index]))
  return at < 0 ? now.length : at
}

function repeatedBy({ layout: { items, tools } }: RecordedContext, same: number): number {
  return same === 0 ? tools : (items[same - 1]?.end ?? 0)
}

/** Compares two builds item by item. Only keys are compared, so it does not matter how long texts are. */
export function compareBuilds(first: ReadBuild, second: ReadBuild): Comparison | undefined {
  const [before, after] = [first.made, second.made]
  if (!before || !after) return undefined
  const total = after.layout.items.at(-1)?.end ?? after.layout.tools
  const tool = differingTool(before.tools, after.tools)
  if (tool !== undefined) {
    const { name } = after.tools[tool] ?? before.tools[tool] ?? {}
    return {
      repeated: 0,
      added: total,
      appended: after.layout.items,
      extends: false,
      break: { place: 'tools', index: tool, ...(name !== undefined && { tool: name }) },
    }
  }
  const [old, now] = [before.layout.items, after.layout.items]
  const same = sameItems(before, after)
  const repeated = repeatedBy(after, same)
  const appended = now.slice(same)
  const part = { repeated, added: total - repeated, appended }
  if (same >= old.length) return { ...part, extends: true }
  const item = now[same] ?? (old[same] as RecordedItem)
  const fragment = item.fragment ?? differingFragment(before, after, item.layer)
  const units = sameUnits(first.contentOf(old[same]?.content ?? ''), second.contentOf(now[same]?.content ?? ''))
  return {
    ...part,
    extends: false,
    break: {
      place: item.place,
      index: same,
      layer: item.layer,
      ...(fragment !== undefined && { fragment }),
      ...(units !== undefined && { sameUnits: units }),
    },
  }
}

function isSame(item: RecordedItem, other: RecordedItem | undefined): boolean {
  return other !== undefined && item.place === other.place && item.content === other.content
}

/** Returns the first fragment of a layer that was not kept in the same way: a system prompt has all of them in one item. */
function differingFragment(before: RecordedContext, after: RecordedContext, layer: string): string | undefined {
  const [old, now] = [before, after].map((one) => keptOf(one, layer)) as [Kept, Kept]
  const at = now.findIndex(([id, content], index) => old[index]?.[0] !== id || old[index]?.[1] !== content)
  return at < 0 ? old[now.length]?.[0] : now[at]?.[0]
}

type Kept = readonly (readonly [id: string, content: string | undefined])[]

function keptOf({ layers }: RecordedContext, name: string): Kept {
  const units = layers.find((one) => one.name === name)?.units ?? []
  return units
    .flatMap(({ fragments }) => fragments)
    .flatMap(({ id, kept, contents }) => (kept === undefined ? [] : [[id, contents[kept]] as const]))
}

function differingTool(before: readonly RecordedTool[], after: readonly RecordedTool[]): number | undefined {
  const length = Math.max(before.length, after.length)
  for (let index = 0; index < length; index++) if (before[index]?.hash !== after[index]?.hash) return index
  return undefined
}

function sameUnits(first: FragmentContent | undefined, second: FragmentContent | undefined): number | undefined {
  if (first === undefined || second === undefined) return undefined
  const [a, b] = [first, second].map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) as [string, string]
  let units = 0
  while (units < a.length && units < b.length && a[units] === b[units]) units++
  return units
}
