import type { ToolResultPart } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { canonical, foldTexts, isSameContent, namesSystemRole, unfoldTexts } from '@lamella/host'
import type { PlainItem } from './plain-item.ts'
import { type ReadItem, readItem } from './read-item.ts'

/** What is kept under `providerOptions['lamella:agents']`: an item, on its first part or its message; `more` on its other parts. */
export interface Kept {
  readonly item?: PlainItem
  readonly more?: true
  /** On a message without content: how many of the items before it were taken back, and what they were. */
  readonly drop?: number
  readonly of?: readonly PlainItem[]
}

/** A message or part that can have provider options. */
type Holder = object & { readonly providerOptions?: unknown }

/** Only this adapter writes the key. What it holds is checked nonetheless: a store takes messages from anybody. */
export const own = 'lamella:agents'

export function keptIn({ providerOptions }: Holder): Kept {
  const kept = isObject(providerOptions) ? providerOptions[own] : undefined
  if (!isObject(kept)) return {}
  const { item, ...others } = kept
  return { ...others, ...(isObject(item) && { item: item as PlainItem }) }
}

export function withKept<Held extends Holder>(holder: Held, kept: Kept): Held {
  return { ...holder, providerOptions: { ...(holder.providerOptions as object | undefined), [own]: kept } }
}

/** Returns what to keep of an item: without the texts of its content, where that restores it. */
export function itemToKeep(item: PlainItem, { content }: ReadItem): PlainItem {
  const folded = foldTexts(item, content, own)
  return canonical(unfoldTexts(folded, content, own)) === canonical(item) ? folded : item
}

/**
 * Returns the item with the present texts of its content; `undefined` if it has no place for what has changed, or says that
 * somebody else has said it.
 */
export function restoreItem(kept: PlainItem, { role, content }: ReadItem): PlainItem | undefined {
  const item = unfoldTexts(kept, content, own)
  return isOf(item, role) && isSameContent(readItem(item).content, content, own) ? item : undefined
}

/** Returns the item of a result whose content has changed in a way that the item has no place for. */
export function formerItem(part: ToolResultPart): PlainItem | undefined {
  const { item: kept } = keptIn(part)
  const item = kept && unfoldTexts(kept, [part], own)
  return item && isOf(item, 'tool') && item['callId'] === part.toolCallId ? item : undefined
}

/** The SDK sends parts of some items as they are. An item with a role is a message, and a result is none. */
function isOf(item: PlainItem, role: ReadItem['role']): boolean {
  if (role === 'tool' && item['role'] !== undefined) return false
  return readItem(item).role === role && (role === 'system' || !namesSystemRole(item))
}
