import type { ContextTool, JsonValue, Message } from './message.ts'
import type { PlacedMessage, Session } from './sources.ts'

/**
 * Writes what stays of the messages that give way at a cut of a run: values with their labels, for example. Called once for
 * each cut. What it returns is one fenced user message before the conversation, and stays the same until the next cut.
 *
 * @example
 * const counting: DigestPolicy = {
 *   name: 'counting',
 *   share: 0.01,
 *   digest: ({ gone, before }) => {
 *     const count = (typeof before === 'number' ? before : 0) + gone.length
 *     return { text: `${count} earlier messages are not shown.`, memory: count }
 *   },
 * }
 */
export interface DigestPolicy {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  readonly name: string
  /** The most tokens that a digest may take, as a share of the budget: above 0, to 0.5. */
  readonly share: number
  /** Returns the digest; `undefined` for none. The same input must give the same text. */
  digest(request: DigestRequest): Digest | undefined
}

/** What a digest is made of. */
export interface DigestRequest {
  /**
   * The messages that give way at this cut, in full or in part, oldest first; at most the newest 10,000. Positions are those
   * in the store: a summary does not move them.
   */
  readonly gone: readonly PlacedMessage[]
  /** `memory` of the digest before; `undefined` if there is none. It comes from a store: check it. */
  readonly before: JsonValue | undefined
  /** What the request shows: the system prompt and all messages. What they say needs no repetition. */
  readonly shown: readonly (string | Message)[]
  /** The tools of the request. */
  readonly tools?: readonly ContextTool[]
  /** The session of the request: with `original`, messages can be read by their positions. */
  readonly session?: Session
  /** The most tokens that the text can have. */
  readonly maxTokens: number
  /** Returns the tokens of a text. */
  count(text: string): number
}

/** What stays of messages that gave way. */
export interface Digest {
  /** Plain text of at most `maxTokens`; '' shows nothing. It is data, whoever wrote it: the core puts it inside a fence, which it cannot close. */
  readonly text: string
  /** What the next digest continues from, as plain JSON of at most 100,000 characters. Kept with the run. */
  readonly memory: JsonValue
}
