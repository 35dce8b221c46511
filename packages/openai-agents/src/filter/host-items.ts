import type { Message } from '@lamella/core'
import { takeByKey } from '@lamella/core/adapter'
import { isObject } from '@lamella/core/plugin'
import type { AgentInputItem } from '@openai/agents'
import { type PlainItem, plainItem } from '../items/plain-item.ts'
import { itemGroups } from '../items/to-items.ts'
import { itemMessage, joinItems } from '../items/to-messages.ts'
import { asAdded } from './added.ts'

/** The items of a request, read as messages. */
export interface HostItems {
  readonly messages: readonly Message[]
  /** Returns the items of a context: the given objects where they are unchanged, others marked as made here. */
  readonly write: (messages: readonly Message[]) => AgentInputItem[]
}

/** An item that was read before. */
interface ItemRead {
  /** What the item was, since its owner may change it. */
  readonly text: string
  readonly stored: PlainItem
  readonly message: Message
}

/**
 * Creates what converts the items of requests, without what the SDK leaves out of sessions: a call is then the same message
 * before and after it was stored. It remembers the conversion of each item as long as the SDK holds the item.
 */
export function createItemReader(): (items: readonly AgentInputItem[]) => HostItems {
  const known = new WeakMap<AgentInputItem, ItemRead>()
  const read = (item: AgentInputItem): ItemRead => {
    const text = JSON.stringify(item)
    const before = known.get(item)
    if (before?.text === text) return before
    const own = stored(item)
    const result = { text, stored: own, message: itemMessage(own) }
    known.set(item, result)
    return result
  }
  return (items) => {
    const all = items.map(read)
    const joined = joinItems(all.map(({ message }) => message))
    const itemsOf = new Map<Message, readonly AgentInputItem[]>()
    let start = 0
    for (const { message, size } of joined) {
      itemsOf.set(message, items.slice(start, start + size))
      start += size
    }
    return {
      messages: joined.map(({ message }) => message),
      write: (messages) => {
        const made = itemGroups(messages, (message) => itemsOf.get(message)).flat()
        const given = new Set(items)
        const unchanged = new Set(made.filter((item) => given.has(item)))
        const free = items.flatMap((item, index) => (unchanged.has(item) ? [] : [{ item, read: all[index] }]))
        // From the end: of equal items, the older one has given way, and the SDK does not store a question that is not returned.
        const take = takeByKey(free.reverse(), (one) => JSON.stringify(one.read?.stored))
        const sent = [...made].reverse().map((item) => (given.has(item) ? item : take(JSON.stringify(item))?.item))
        const used = new Set(sent)
        // The SDK takes what it does not know for what is missing, in this order.
        const missing = items.filter((item) => !used.has(item))
        return sent.reverse().map((item, index) => item ?? asAdded(made[index] as AgentInputItem, missing.shift()))
      },
    }
  }
}

/**
 * Returns an item as a session has it: without the ids of calls and results, wherever they stand.
 *
 * Source: `stripTransientCallIds` of @openai/agents-core 0.20.0, read on 2026-11-23.
 */
function stored(item: AgentInputItem): PlainItem {
  const visit = (_: string, value: unknown): unknown => {
    if (!isObject(value) || value['id'] === undefined) return value
    const { id, ...others } = value
    const { type, call_id: one, callId = one } = value
    const isCall = type === 'function_call' || type === 'function_call_result'
    return isCall || (/^tool_search_/.test(String(type)) && callId) ? others : value
  }
  return JSON.parse(JSON.stringify(plainItem(item)), visit) as PlainItem
}
