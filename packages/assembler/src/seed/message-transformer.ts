import type { Message } from '@lamella/core'
import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { ensureAlternating, type MergeOptions, mergeConsecutive, type SessionMessage } from '@lamella/wire/messages'
import { checkMessage, toMessage } from './to-message.ts'

/**
 * Makes the messages of a model from the records of a session: `user`, `assistant` and `system` stay what they are,
 * `tool_call` and `compaction` are the assistant's, and a `tool_result` becomes a tool message, which formats without that
 * role write as the user's. Messages that are canonical already stay the same objects. Nothing passed in is changed.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const transformer = new MessageTransformer()
 * const messages = transformer.transformComplete(await store.getMessages('session-123'))
 */
export class MessageTransformer {
  readonly #options: MergeOptions

  /** @param options What stands between texts that are joined. */
  constructor(options: MergeOptions = {}) {
    this.#options = { ...checkOptions('MessageTransformer', options, { separator: mustBeText }) }
  }

  /** One record as a message. @throws LamellaError `WIRE_DECODE` for what is neither */
  transform(record: Message | SessionMessage): Message {
    return toMessage(record)
  }

  /** Each record as a message of its own. Throws like `transform`. */
  transformMany(records: readonly (Message | SessionMessage)[]): Message[] {
    return records.map(toMessage)
  }

  /** Joins messages of one role that follow each other. @throws LamellaError `WIRE_DECODE` for what is no message */
  mergeConsecutive(messages: readonly Message[]): Message[] {
    for (const message of messages) checkMessage(message)
    return mergeConsecutive(messages, this.#options)
  }

  /**
   * Lets the user speak first and roles take turns: messages of one role are joined, and where a turn is missing a marked
   * message stands in its place. Results of tools count as the user's side. Throws like `mergeConsecutive`.
   */
  ensureAlternating(messages: readonly Message[]): Message[] {
    for (const message of messages) checkMessage(message)
    return ensureAlternating(messages, this.#options)
  }

  /** All of it: records become messages, which are joined and take turns. Throws like `transform`. */
  transformComplete(records: readonly (Message | SessionMessage)[]): Message[] {
    return ensureAlternating(records.map(toMessage), this.#options)
  }
}
