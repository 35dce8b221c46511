import type { JsonValue } from '@lamella/core'
import { canonical, isRecord, type PlainItem } from './plain-item.ts'
import { type ReadItem, readItem } from './read-item.ts'

/** What `providerOptions.agents` keeps: of an item, on its first part or its message; `more` on its other parts. */
export interface Kept {
  readonly item?: PlainItem
  readonly more?: true
  /** On a message without content: how many of the items before it were taken back, and what they were. */
  readonly drop?: number
  readonly of?: readonly PlainItem[]
}

/** A message or part that can have provider options. */
type Holder = object & { readonly providerOptions?: unknown }

export function keptIn({ providerOptions }: Holder): Kept {
  return ((providerOptions as { readonly agents?: Kept } | undefined)?.agents ?? {}) as Kept
}

export function withKept<Held extends Holder>(holder: Held, kept: Kept): Held {
  return { ...holder, providerOptions: { ...(holder.providerOptions as object | undefined), agents: kept } }
}

const reference = 'lamella:text'

/** Returns what to keep of an item: its long texts are references to those of its content, where that restores it. */
export function itemToKeep(item: PlainItem, { content }: ReadItem): PlainItem {
  const places = new Map(textsOf(content).map((text, index) => [text, index]))
  const folded = mapped(item, (value) => {
    const place = typeof value === 'string' && value.length > 32 ? places.get(value) : undefined
    return place === undefined ? undefined : { [reference]: place }
  })
  return canonical(restoreItem(folded, content)) === canonical(item) ? folded : item
}

/** Returns the item with the present texts of its content; `undefined` if it has no place for what has changed. */
export function restoreItem(kept: PlainItem, content: ReadItem['content']): PlainItem | undefined {
  const texts = textsOf(content)
  const item = mapped(kept, (value) => {
    const place = isRecord(value) && Object.keys(value).length === 1 ? value[reference] : undefined
    return typeof place === 'number' ? texts[place] : undefined
  })
  return plainContent(readItem(item).content) === plainContent(content) ? item : undefined
}

function plainContent(content: ReadItem['content']): string {
  return canonical(JSON.parse(JSON.stringify(content, withoutMarks)))
}

/** The options of an item's parts are its own and those that encoders read: neither is content. */
function withoutMarks(key: string, value: unknown): unknown {
  if (key !== 'providerOptions' || !isRecord(value)) return value
  const { agents: _, lamella: __, ...others } = value
  return Object.keys(others).length > 0 ? others : undefined
}

/** Lists the texts of content in the order in which they stand. */
function textsOf(content: ReadItem['content']): readonly string[] {
  const texts: string[] = []
  JSON.stringify(content, (key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    if (key === 'input') texts.push(JSON.stringify(value))
    if (isRecord(value) && typeof value['data'] === 'string')
      texts.push(`data:${value['mediaType']};base64,${value['data']}`)
    return withoutMarks(key, value)
  })
  return texts
}

/** Returns a copy of an item in which a function replaces values. */
function mapped(item: PlainItem, replace: (value: unknown) => JsonValue | undefined): PlainItem {
  const visit = (value: unknown): unknown => {
    const other = replace(value)
    if (other !== undefined) return other
    if (Array.isArray(value)) return value.map(visit)
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, held]) => [key, visit(held)])) : value
  }
  return visit(item) as PlainItem
}
