import type { Message, Notice } from '@lamella/core'

/** Options for changing a session. */
export interface ChangeOptions {
  /** The revision the caller last saw; 0 for a session that must not exist yet. Default: any. */
  readonly expectedRevision?: number
  /**
   * A name for this change, unique in the session. Repeating it changes nothing and returns the first result again,
   * whatever its `expectedRevision`, so a retry after a lost response is safe. At most 200 characters. A name that
   * belongs to a different change is `STORE_VALUE_INVALID`.
   */
  readonly operation?: string
  /** When it happened. Stores read no clock: without it there is no time. */
  readonly at?: Date
}

/** Options for adding messages. */
export interface AppendOptions extends Omit<ChangeOptions, 'at'> {
  /**
   * When it happened, for all of them; or a list with the time of each message, `undefined` for a message without one.
   */
  readonly at?: Date | readonly (Date | undefined)[]
}

/** The result of an append. */
export interface Appended {
  /** The revision of the session after the append. One more for each change. */
  readonly revision: number
  /** Position of the first message that was added. */
  readonly start: number
  /** The number of messages in the session after the append. */
  readonly length: number
  /** Whether `operation` had been applied before, so that this call changed nothing. */
  readonly repeated: boolean
}

/** A message in its session. */
export interface StoredMessage {
  readonly position: number
  readonly message: Message
  /** Size of all preceding messages, in UTF-16 units of their JSON text. Numbers the pages of a history. */
  readonly sizeBefore: number
  /** ISO 8601 instant. */
  readonly at?: string
}

/** A session's metadata, without its messages. */
export interface SessionInfo {
  readonly id: string
  readonly revision: number
  /** In messages. */
  readonly length: number
  /** In UTF-16 units of the messages' JSON text. */
  readonly size: number
  /** ISO 8601 instants: the first and the last time of its messages and compactions, in the order they were added. */
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly forkedFrom?: { readonly session: string; readonly at: number }
}

/** How much of the end to read. At least one message is returned, however large it is. */
export interface PageRequest {
  /** The page ends before this position. Default, and for a larger position: the end of the session. */
  readonly before?: number
  /** The most messages to return, 1 or more. Default 50. */
  readonly messages?: number
  /** The most UTF-16 units of JSON text. Default: no limit. */
  readonly size?: number
}

export interface SessionPage {
  /** Oldest first. */
  readonly messages: readonly StoredMessage[]
  /** Position of the first of them; where the next page ends. 0 at the beginning. */
  readonly start: number
  /** The session's revision at the time of reading. 0 if it does not exist. */
  readonly revision: number
  readonly length: number
  /** What could not be read, and how the store handled it. */
  readonly notices: readonly Notice[]
}

export interface ListRequest {
  /** Continue after this id, whether or not it exists. */
  readonly after?: string
  /** The most entries to return, 1 or more. Default 100. */
  readonly limit?: number
}

export interface SessionList {
  readonly sessions: readonly SessionInfo[]
  /** One notice for each session of this page that cannot be read and is missing from `sessions`. Absent: none. */
  readonly unreadable?: readonly Notice[]
  /** Whether there are more. */
  readonly more: boolean
}
