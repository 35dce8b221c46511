import type { UnknownRecord } from '../../shared/guards.ts'
import { placeIn, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { createItem, fuller, type Item, itemType } from './item.ts'

/** The items of an output while they arrive. */
export interface Items {
  /** Starts an item, unless the event only says again what has started. */
  start(event: UnknownRecord, item: UnknownRecord): Item | undefined
  end(event: UnknownRecord, item: UnknownRecord): void
  /** Returns the item that an event is about; starts one of the type that the event is a piece of. */
  of(event: UnknownRecord, type: string): Item | undefined
  /** Returns the items in their order in the output. */
  all(): Item[]
}

interface Entry {
  readonly index: number
  /** Whether the server has said its index. */
  readonly isPlaced: boolean
  readonly item: Item
}

/**
 * Finds the item of an event by `output_index`, by `item_id`, or takes the last one: compatible servers leave out the indexes,
 * the starts and the ends of items (Oaklight/llm-rosetta#56, Sophomoresty/gemini-web2api#57, sgl-project/sglang#12652, read on
 * 2026-11-28).
 */
export function createItems(mends: Mends): Items {
  const entries: Entry[] = []
  const byIndex = new Map<number, Entry>()
  const out = (what: string): void => mends.add('event', 'output', `The stream ${what}.`)
  const find = (event: UnknownRecord, id: string): Item | undefined => {
    const index = placeIn(event['output_index'], 'output_index', mends)
    const known = index === undefined ? undefined : byIndex.get(index)?.item
    // Two calls may have one id: the one of the index is meant, then the newest.
    if (known !== undefined && textIn(known.own, 'id') === id) return known
    const byId = id === '' ? undefined : entries.findLast(({ item }) => textIn(item.own, 'id') === id)?.item
    return byId ?? known ?? (index === undefined ? entries.at(-1)?.item : undefined)
  }
  /** Whether a done item has another index than an event: two items may have one id, but no item has two indexes. */
  const isElsewhere = (event: UnknownRecord, known: Item): boolean => {
    const index = placeIn(event['output_index'], 'output_index', mends)
    const entry = entries.find(({ item }) => item === known)
    return known.isDone && entry?.isPlaced === true && index !== undefined && index !== entry.index
  }
  const begin = (event: UnknownRecord, start: UnknownRecord): Item => {
    const given = placeIn(event['output_index'], 'output_index', mends)
    const index = given ?? (entries.at(-1)?.index ?? -1) + 1
    const entry = { index, isPlaced: given !== undefined, item: createItem(start) }
    entries.push(entry)
    byIndex.set(index, entry)
    return entry.item
  }
  return {
    start(event, item) {
      const id = textIn(item, 'id')
      const known = find(event, id)
      if (known !== undefined && 'output_index' in event && byIndex.get(Number(event['output_index']))?.item === known)
        out('starts an item twice')
      const isKnown = known !== undefined && isSame(known.own, item) && !isElsewhere(event, known)
      if (isKnown && (id !== '' || !known.isDone)) return undefined
      return begin(event, item)
    },
    end(event, item) {
      const id = textIn(item, 'id')
      const known = find(event, id)
      const isOther =
        known !== undefined &&
        (known.type !== itemType(item) || (known.isDone && !isSame(known.own, item)) || isElsewhere(event, known))
      if (known?.isDone === true && !isOther) {
        out('ends an item twice')
        return
      }
      const copy: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(item)) {
        if (value !== null && value !== undefined)
          Object.defineProperty(copy, name, { value, enumerable: true, writable: true, configurable: true })
      }
      const own = known === undefined || isOther ? begin(event, item) : known
      own.finish(copy)
    },
    of(event, type) {
      const known = find(event, textIn(event, 'item_id'))
      if (known !== undefined && !known.isDone && (known.type === type || type === '')) return known
      out(known?.isDone === true ? 'continues an item that is done' : 'continues an item that has not started')
      const isOther = textIn(event, 'item_id') !== '' && textIn(event, 'item_id') !== textIn(known?.own ?? {}, 'id')
      if (type === '' || (known?.type === type && !isOther)) return undefined
      const { item_id: id, call_id: callId, name } = event
      const fields = { type, id, ...(type === 'message' ? { role: 'assistant' } : { call_id: callId, name }) }
      return begin(event, fields)
    },
    all: () => [...entries].sort((a, b) => a.index - b.index).map(({ item }) => item),
  }
}

/**
 * Returns the output of the last event, with what the items before had and it lacks: some servers end with an empty one, or
 * with a message without text (QuantumNous/new-api#4362, sgl-project/sglang#12652, read on 2026-11-28).
 */
export function completed(output: readonly UnknownRecord[], items: readonly Item[]): readonly UnknownRecord[] {
  const left = items.map((item) => item.fields())
  const whole = output.map((item) => {
    const id = textIn(item, 'id')
    const type = itemType(item)
    const same = id === '' ? -1 : left.findIndex((one) => isSame(one, item))
    const byId = id === '' || same !== -1 ? same : left.findIndex((one) => textIn(one, 'id') === id)
    const at = byId === -1 ? left.findIndex((one) => itemType(one) === type) : byId
    const [found] = at === -1 ? [] : left.splice(at, 1)
    return found === undefined ? item : fuller(item, found)
  })
  if (output.length === 0) return left
  const lost = left.filter((item) => !isBare(item))
  return lost.length === 0 ? whole : [...whole.filter((item) => !isBare(item)), ...lost]
}

/** Whether two items are one: servers give several calls one id, but each a `call_id` of its own. */
function isSame(one: UnknownRecord, other: UnknownRecord): boolean {
  const [call, otherCall] = [textIn(one, 'call_id'), textIn(other, 'call_id')]
  const isOtherCall = call !== '' && otherCall !== '' && call !== otherCall
  return itemType(one) === itemType(other) && textIn(one, 'id') === textIn(other, 'id') && !isOtherCall
}

function isBare(item: UnknownRecord): boolean {
  const { content } = item
  if (itemType(item) !== 'message') return false
  return (
    !Array.isArray(content) ||
    content.every((part) => textIn(Object(part), 'text') === '' && textIn(Object(part), 'refusal') === '')
  )
}
