import { cutText } from '@lamella/core/plugin'
import type { FoundTool } from '../contract/tool-finder.ts'

/** Something that was found, and whether it fits. */
export interface Found<Item> {
  readonly item: Item
  readonly confident: boolean
}

/** Returns what an index has found, as far as it is there: an index may know what the host no longer has. */
export function foundItems<Item>(
  hits: readonly FoundTool[],
  get: (name: string) => Item | undefined,
): readonly Found<Item>[] {
  return hits.flatMap(({ name, confident = true }) => {
    const item = get(name)
    return item === undefined ? [] : [{ item, confident }]
  })
}

/** How what was found is shown. */
export interface FoundJson<Item> {
  /** The key of the list of what fits. */
  readonly key: 'tools' | 'skills'
  /** What the model is advised if nothing surely fits. */
  readonly advice: string
  readonly maxCharacters: number
  /** Returns what is shown of something that fits. Of the nearest, only a name and a first sentence are. */
  show(item: Item): object
}

/**
 * Formats what was found as JSON, so that no description can pass for another item: what fits, then the nearest, as far as they
 * have room.
 */
export function foundJson<Item extends { readonly name: string; readonly description?: string }>(
  found: readonly Found<Item>[],
  { key, advice, maxCharacters, show }: FoundJson<Item>,
): string {
  const lists: Record<string, string[]> = { [key]: [], nearest: [] }
  let used = 0
  let left = 0
  for (const { item, confident } of found.toSorted((a, b) => Number(b.confident) - Number(a.confident))) {
    const text = JSON.stringify(confident ? show(item) : nearest(item))
    if (left > 0 || (used > 0 && used + text.length > maxCharacters)) left++
    else lists[confident ? key : 'nearest']?.push(text)
    used += text.length + 1
  }
  const parts = Object.entries(lists).flatMap(([name, texts]) =>
    texts.length === 0 ? [] : [`"${name}":[\n${texts.join(',\n')}\n]`],
  )
  if (lists[key]?.length === 0) parts.unshift(`"note":${JSON.stringify(advice)}`)
  if (left > 0) parts.push(`"more":${left}`)
  return `{${parts.join(',')}}`
}

/** The most characters (UTF-16 units) of a sentence. */
const mostOfSentence = 200

function nearest({ name, description = '' }: { readonly name: string; readonly description?: string }): object {
  const [sentence = ''] = description.trim().split(/(?<=[.!?])\s|(?<=[。！？])|\n/)
  return { name, description: cutText(sentence, mostOfSentence, { marker: () => '…' }) }
}
