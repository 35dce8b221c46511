import type { Message } from '@lamella/core'
import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { ensureAlternating, type MergeOptions, mergeConsecutive, type SessionMessage } from '@lamella/wire/messages'
import { checkMessage, toMessage } from './to-message.ts'

/**
 * Turns session records into model messages: `user`, `assistant` and `system` keep their role, `tool_call` and
 * `compaction` become assistant messages, and a `tool_result` becomes a tool message, which formats without that role
 * write as a user message. Canonical messages are returned as the same objects. The input is not changed.
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

  /**
   * Turns one record into a message. @throws LamellaError `WIRE_DECODE` for values that are neither records nor
   * messages
   */
  transform(record: Message | SessionMessage): Message {
    return toMessage(record)
  }

  /** Turns each record into its own message. Throws like `transform`. */
  transformMany(records: readonly (Message | SessionMessage)[]): Message[] {
    return records.map(toMessage)
  }

  /** Joins consecutive messages of one role. @throws LamellaError `WIRE_DECODE` for values that are not messages */
  mergeConsecutive(messages: readonly Message[]): Message[] {
    for (const message of messages) checkMessage(message)
    return mergeConsecutive(messages, this.#options)
  }

  /**
   * Makes the user speak first and roles alternate: joins messages of one role, and fills a missing turn with a marked
   * message. Tool results count as the user's side. Throws like `mergeConsecutive`.
   */
  ensureAlternating(messages: readonly Message[]): Message[] {
    for (const message of messages) checkMessage(message)
    return ensureAlternating(messages, this.#options)
  }

  /** Runs all steps: turns records into messages, joins them and makes roles alternate. Throws like `transform`. */
  transformComplete(records: readonly (Message | SessionMessage)[]): Message[] {
    return ensureAlternating(records.map(toMessage), this.#options)
  }
}
