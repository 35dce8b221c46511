import type { Message } from '@lamella/core'
import type { SessionMessage } from '@lamella/wire/messages'
import type { ParameterLayer } from './parameters.ts'

/** What is known of a session beside its messages. */
export interface SessionMetadata {
  /** Parameters of this session. */
  readonly defaults?: ParameterLayer
  /** The agent, where `assemble` is not told one. */
  readonly agent?: string
  /**
   * Another one after each change of the session. Without it every answer from the cache costs reading all messages and
   * comparing them.
   */
  readonly revision?: number | string
}

/** A session store of your own: all that an assembler reads of one. A `SessionStore` of Lamella has more to it. */
export interface SessionReader {
  /** All messages, oldest first: canonical ones, or records of events. None for a session that is not known. */
  getMessages(
    session: string,
  ): readonly (Message | SessionMessage)[] | PromiseLike<readonly (Message | SessionMessage)[]>
  /** What is known of a session, asked once a request; `undefined` for one that is not known. */
  getMetadata?(session: string): SessionMetadata | undefined | PromiseLike<SessionMetadata | undefined>
}
