import type { AppendOptions, JsonValue, Message, Scope } from '@lamella/core'
import type { SessionStore } from '@lamella/core'
import type { AgentInputItem } from '@openai/agents'
import { keep, keptIn } from '../items/kept.ts'
import { plainItem } from '../items/plain-item.ts'
import { toItems } from '../items/to-items.ts'
import { toMessages } from '../items/to-messages.ts'

/** Where a session is. */
export interface SessionPlace {
  readonly sessions: SessionStore
  readonly scope: Scope
  readonly id: string
}

/** The items of a session, and the revision at which they were read. */
export interface ReadLog {
  readonly items: readonly AgentInputItem[]
  readonly revision: number
}

/** How many messages are read at a time. */
const pageSize = 100

/**
 * Returns the newest items of a session. A message without content says how many of the items before it no longer count: a
 * store only grows, so what was taken back stays in it.
 *
 * @param limit Default: all.
 */
export async function readLog(place: SessionPlace, limit: number = Number.POSITIVE_INFINITY): Promise<ReadLog> {
  const pages: (readonly AgentInputItem[])[] = []
  let [found, skip, revision] = [0, 0, 0]
  let before: number | undefined
  do {
    const page = await place.sessions.page(place.scope, place.id, {
      messages: pageSize,
      ...(before !== undefined && { before }),
    })
    // Another process may append meanwhile: what is read is what came before the first page's end.
    if (before === undefined) revision = page.revision
    for (const { message } of page.messages.toReversed()) {
      const dropped = droppedBy(message)
      if (dropped !== undefined) {
        skip += dropped
        continue
      }
      const items = toItems([message])
      const kept = items.slice(0, Math.max(0, items.length - skip))
      skip -= items.length - kept.length
      found += kept.length
      pages.push(kept)
    }
    before = page.start
  } while (before > 0 && found < limit)
  const items = pages.toReversed().flat()
  return { items: limit < items.length ? items.slice(items.length - limit) : items, revision }
}

function droppedBy(message: Message): number | undefined {
  const { drop } = keptIn(message)
  return message.role === 'assistant' && message.content.length === 0 ? drop : undefined
}

/** A change of a session: takes back its newest items, and adds others, at once. */
export interface LogChange {
  readonly drop?: number
  /** The items that are taken back, where a retry has to be the same change. */
  readonly of?: readonly AgentInputItem[]
  readonly add: readonly AgentInputItem[]
}

/** Appends a change to a session, all or nothing. */
export async function writeLog(
  { sessions, scope, id }: SessionPlace,
  { drop, of, add }: LogChange,
  options: Pick<AppendOptions, 'expectedRevision' | 'operation'> = {},
): Promise<void> {
  const taken = of?.map(plainItem) as JsonValue[] | undefined
  const mark: readonly Message[] =
    drop === undefined
      ? []
      : [{ role: 'assistant', content: [], providerOptions: keep(undefined, { drop, ...(taken && { of: taken }) }) }]
  const messages = [...mark, ...toMessages(add)]
  if (messages.length > 0) await sessions.append(scope, id, messages, options)
}

