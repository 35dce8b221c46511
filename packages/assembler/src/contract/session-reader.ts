import type { Message } from '@lamella/core'
import type { SessionMessage } from '@lamella/wire/messages'
import type { ParameterLayer } from './parameters.ts'

/** Metadata of a session. */
export interface SessionMetadata {
  /** Parameters of this session. */
  readonly defaults?: ParameterLayer
  /** The agent, if `assemble` is called without one. */
  readonly agent?: string
  /**
   * A value that changes whenever the session changes. Without it, every cached answer requires reading and comparing
   * all messages.
   */
  readonly revision?: number | string
}

/** A custom session store, with only the methods that an assembler calls. A `SessionStore` of Lamella has more. */
export interface SessionReader {
  /**
   * Returns all messages, oldest first: canonical ones, or event records. Returns an empty list for an unknown session.
   */
  getMessages(
    session: string,
  ): readonly (Message | SessionMessage)[] | PromiseLike<readonly (Message | SessionMessage)[]>
  /** Returns the metadata of a session, or `undefined` for an unknown one. Called once per request. */
  getMetadata?(session: string): SessionMetadata | undefined | PromiseLike<SessionMetadata | undefined>
}
