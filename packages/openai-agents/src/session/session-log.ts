import type { Message, Scope } from '@lamella/core'
import type { ChangeOptions, SessionStore } from '@lamella/store'
import type { AgentInputItem } from '@openai/agents'
import { keptIn, withKept } from '../items/kept.ts'
import { plainItem } from '../items/plain-item.ts'
import { toItems } from '../items/to-items.ts'
import { toMessages } from '../items/to-messages.ts'

export interface SessionPlace {
  readonly sessions: SessionStore
  /** Whose session it is, and its id in the store: `session`. It need not exist yet. */
  readonly scope: Scope & { readonly session: string }
}

/** Reads the newest items of a session, those that no later record takes back, and the revision at which they were read. */
export async function readLog(
  { sessions, scope }: SessionPlace,
  limit: number = Number.MAX_SAFE_INTEGER,
): Promise<{ readonly items: readonly AgentInputItem[]; readonly revision: number }> {
  const backwards: AgentInputItem[] = []
  let dropped = 0
  // What other processes append meanwhile comes after the end of the first page.
  let page = await sessions.page(scope, scope.session, { messages: 100 })
  const { revision } = page
  for (;;) {
    for (const { message } of page.messages.toReversed()) {
      dropped += droppedBy(message)
      const kept = toItems([message])
      kept.length = Math.max(0, kept.length - dropped)
      dropped -= toItems([message]).length - kept.length
      for (const item of kept.toReversed()) backwards.push(item)
    }
    if (page.start === 0 || backwards.length >= limit)
      return { items: backwards.slice(0, limit).toReversed(), revision }
    page = await sessions.page(scope, scope.session, { messages: 100, before: page.start })
  }
}

/** How many items a record takes back. */
function droppedBy(message: Message): number {
  const { drop } = message.role === 'assistant' && message.content.length === 0 ? keptIn(message) : {}
  return Number.isSafeInteger(drop) ? Math.max(0, Number(drop)) : 0
}

/** A change of a session: takes back its newest items, and adds others. */
export interface LogChange {
  readonly drop?: number
  /** The items that are taken back, where a retry has to be the same change. */
  readonly of?: readonly AgentInputItem[]
  readonly add: readonly AgentInputItem[]
}

/** Appends a change to a session, all or nothing. A record of what is taken back is a message without content. */
export async function writeLog(
  place: SessionPlace,
  { drop, of, add }: LogChange,
  options?: Omit<ChangeOptions, 'at'>,
): Promise<void> {
  const record: Message = { role: 'assistant', content: [] }
  const taken = drop === undefined ? [] : [withKept(record, { drop, ...(of && { of: of.map(plainItem) }) })]
  const messages = [...taken, ...toMessages(add)]
  if (messages.length > 0) await place.sessions.append(place.scope, place.scope.session, messages, options)
}
