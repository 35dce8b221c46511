import { canonical, foldTexts, isSameContent, unfoldTexts } from '@lamella/core/adapter'
import type { PlainItem } from './plain-item.ts'
import { type ReadItem, readItem } from './read-item.ts'

/** What is kept under `providerOptions.agents`: an item, on its first part or its message; `more` on its other parts. */
export interface Kept {
  readonly item?: PlainItem
  readonly more?: true
  /** On a message without content: how many of the items before it were taken back, and what they were. */
  readonly drop?: number
  readonly of?: readonly PlainItem[]
}

/** A message or part that can have provider options. */
type Holder = object & { readonly providerOptions?: unknown }

const own = 'agents'

export function keptIn({ providerOptions }: Holder): Kept {
  return (providerOptions as { readonly [own]?: Kept } | undefined)?.[own] ?? {}
}

export function withKept<Held extends Holder>(holder: Held, kept: Kept): Held {
  return { ...holder, providerOptions: { ...(holder.providerOptions as object | undefined), [own]: kept } }
}

/** Returns what to keep of an item: without the texts of its content, where that restores it. */
export function itemToKeep(item: PlainItem, { content }: ReadItem): PlainItem {
  const folded = foldTexts(item, content, own)
  return canonical(unfoldTexts(folded, content, own)) === canonical(item) ? folded : item
}

/** Returns the item with the present texts of its content; `undefined` if it has no place for what has changed. */
export function restoreItem(kept: PlainItem, content: ReadItem['content']): PlainItem | undefined {
  const item = unfoldTexts(kept, content, own)
  return isSameContent(readItem(item).content, content, own) ? item : undefined
}

/** Returns the item of a part whose content has changed in a way that the item has no place for. */
export function formerItem(part: Holder): PlainItem | undefined {
  const { item } = keptIn(part)
  return item && unfoldTexts(item, [part], own)
}
