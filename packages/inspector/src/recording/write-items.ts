import type { Message } from '@lamella/core'
import type { RequestLayout } from '@lamella/core/plugin'
import type { WrittenItem, WrittenThings } from '../contract/recording-line.ts'
import type { Contents, Mutable } from './contents.ts'
import { createKnown } from './known.ts'
import { isSame } from './same.ts'

/** What was sent in a place. */
interface Item {
  readonly layer: string
  /** Absent for a part of the system prompt. */
  readonly fragment: string | undefined
  readonly content: string | readonly Message[]
  readonly tokens: number
}

/** Returns how a layout is written: as the numbers of its items. */
export function itemWriter(
  contents: Contents,
): (layout: RequestLayout, lines: string[], things: Mutable<WrittenThings>) => readonly number[] {
  let count = 0
  const known = createKnown<Item>(isSameItem, () => count++)
  const numberOf = (item: Item, id: string, lines: string[], things: Mutable<WrittenThings>): number => {
    const { layer, fragment, content, tokens } = item
    const anchor = typeof content === 'string' ? undefined : content[0]
    const found = known.find(item, anchor, id)
    if (found !== undefined) return found
    const n = known.add(item, anchor, id)
    const written: WrittenItem = {
      n,
      place: fragment === undefined ? 'system' : 'messages',
      layer,
      ...(fragment !== undefined && { fragment }),
      content: contents.keyOf(content, lines),
      tokens,
      ...(fragment !== undefined && content.length !== 1 && { messages: content.length }),
    }
    things.items ??= []
    things.items.push(written)
    return n
  }
  return ({ system, fragments }, lines, things) => {
    const numbers: number[] = []
    known.begin()
    for (const { layer, text, start, end } of system) {
      const item = { layer: layer.name, fragment: undefined, content: text, tokens: end - start }
      numbers.push(numberOf(item, layer.name, lines, things))
    }
    for (const { layer, kept, messages, start, end } of fragments) {
      const { id } = kept.fragment
      const item = { layer: layer.name, fragment: id, content: messages, tokens: end - start }
      numbers.push(numberOf(item, id, lines, things))
    }
    return numbers
  }
}

function isSameItem(a: Item, b: Item): boolean {
  if (a.layer !== b.layer || a.fragment !== b.fragment || a.tokens !== b.tokens) return false
  if (a.content.length === 1 && b.content.length === 1 && a.content[0] === b.content[0]) return true
  return isSame(a.content, b.content)
}
