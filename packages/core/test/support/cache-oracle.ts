import type { CacheBreak, Context, Message, RequestPrefix, SystemMessage, ToolDefinition } from '@lamella/core'
import { framing } from './char-tokenizer.ts'
import { recount } from './layers.ts'

type Item =
  | { readonly place: 'tools'; readonly item: ToolDefinition }
  | { readonly place: 'system'; readonly item: SystemMessage }
  | { readonly place: 'messages'; readonly item: Message }

/** Everything that is sent, in order. */
export function itemsOf({ tools, system, messages }: RequestPrefix): readonly Item[] {
  return [
    ...tools.map((item): Item => ({ place: 'tools', item })),
    ...system.map(({ role, content }): Item => ({ place: 'system', item: { role, content } })),
    ...messages.map((item): Item => ({ place: 'messages', item })),
  ]
}

/** Recounts the tokens of the start of a request. The framing of a request counts only together with content. */
export function tokensOf(items: readonly Item[]): number {
  if (items.length === 0) return 0
  const of = (place: Item['place']): readonly unknown[] =>
    items.flatMap((one) => (one.place === place ? [one.item] : []))
  const tools = of('tools') as readonly ToolDefinition[]
  const rest = { system: of('system'), messages: of('messages') } as unknown as Context
  return tools.reduce(
    (sum, { name, description = '', inputSchema }) =>
      sum + framing.tool + name.length + description.length + JSON.stringify(inputSchema).length,
    recount(rest) + (tools.length > 0 ? (framing.tools ?? 0) : 0),
  )
}

/** The expected `report.cache` for two requests, found by comparing JSON text. Omits layers and fragments. */
export function expectedCache(
  now: RequestPrefix,
  before: RequestPrefix,
): { readonly prefix: number; readonly brokenBy: Pick<CacheBreak, 'place' | 'index' | 'why'> | undefined } {
  const [mine, theirs] = [itemsOf(now), itemsOf(before)]
  let same = 0
  while (same < mine.length && JSON.stringify(mine[same]) === JSON.stringify(theirs[same])) same++
  const [one, other] = [mine[same], theirs[same]]
  const common = one && other && one.place === other.place ? beginning(one, other) : []
  const prefix = tokensOf([...mine.slice(0, same), ...common])
  if (!other) return { prefix, brokenBy: undefined }
  const { place, why } = breakOf(one, other)
  const index = mine.slice(0, same).filter((item) => item.place === place).length
  return { prefix, brokenBy: { place, index, why } }
}

function breakOf(one: Item | undefined, other: Item): Pick<CacheBreak, 'place' | 'why'> {
  const places = ['tools', 'system', 'messages']
  if (one?.place === other.place) return { place: one.place, why: 'changed' }
  if (one && places.indexOf(one.place) < places.indexOf(other.place)) return { place: one.place, why: 'added' }
  return { place: other.place, why: 'removed' }
}

/** The common start of two items of one list, as an item. */
function beginning({ place, item }: Item, other: Item): readonly Item[] {
  if (place === 'tools') return []
  const them = other.item as Message
  const cut = (content: unknown): readonly Item[] => [{ place, item: { ...item, content } } as Item]
  if (place === 'messages' && item.role !== them.role) return []
  if (typeof item.content === 'string' && typeof them.content === 'string') {
    const text = commonText(item.content, them.content)
    return text === '' ? [] : cut(text)
  }
  if (typeof item.content === 'string' || typeof them.content === 'string') return []
  const [parts, others] = [item.content, them.content] as readonly (readonly Piece[])[]
  const at = parts?.findIndex((part, index) => JSON.stringify(part) !== JSON.stringify(others?.[index])) ?? 0
  const same = at < 0 ? parts : parts?.slice(0, at)
  const [part, otherPart] = [parts?.[at], others?.[at]]
  const text = part?.type === 'text' && otherPart?.type === 'text' ? commonText(part.text, otherPart.text) : ''
  const common = [...(same ?? []), ...(text === '' ? [] : [{ type: 'text', text }])]
  return common.length === 0 ? [] : cut(common)
}

interface Piece {
  readonly type: string
  readonly text?: string
}

/** By code points: half of a character counts as one if it occurs alone. */
function commonText(a = '', b = ''): string {
  const [mine, theirs] = [Array.from(a), Array.from(b)]
  const at = mine.findIndex((point, index) => point !== theirs[index])
  return at < 0 ? a : mine.slice(0, at).join('')
}
