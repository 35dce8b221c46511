import type { Message } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { PageLimits, SessionPage, StoredMessage } from '@lamella/store'
import { kept } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import { ownerKey } from '../database/owners.ts'
import type { SessionKey } from './heads.ts'

/** Which messages to read: as for a page, and none before the position `lowest`. */
interface MessageRange extends PageLimits {
  readonly lowest: number
}

/** Messages of a session, and its state at the time. */
interface ReadRange extends Omit<SessionPage, 'notices'> {
  /** Positions of messages that are no longer JSON of an object. */
  readonly damaged: readonly number[]
}

/** Reads messages of a session with its state, in one statement; `undefined` if there is no session. */
export type ReadMessages = (key: SessionKey, range: MessageRange) => Promise<ReadRange | undefined>

/** A message; in the first row, the position of the first message, the length, and the revision of the session. */
interface PageRow {
  readonly place: number
  readonly behind: number | string
  readonly said: number | string | null
  readonly content: string
}

export function createReadMessages(database: Database): ReadMessages {
  return async ({ owner, sort }, { lowest, before, messages: most, size }) => {
    const limits = [lowest, before, most, size].map((limit) => (limit === Number.POSITIVE_INFINITY ? null : limit))
    const [head, ...rows] = await database.call<PageRow>(owner.tenant, 'page', [ownerKey(owner), sort, ...limits])
    if (head === undefined) return undefined
    const messages: StoredMessage[] = []
    const damaged: number[] = []
    for (const { place: position, behind, said, content } of rows) {
      const message = parsed(content)
      if (message === undefined) damaged.push(position)
      else messages.push(kept.message(position, Number(behind) - content.length, said, message))
    }
    return { revision: Number(head.said), length: Number(head.behind), start: head.place, messages, damaged }
  }
}

function parsed(json: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(json)
    return isObject(message) ? (message as unknown as Message) : undefined
  } catch {
    return undefined
  }
}
