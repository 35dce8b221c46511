import { isLamellaError, type LamellaError, type Message } from '@lamella/core'
import { isObject, messageFix, messageProblem } from '@lamella/core/plugin'
import { fromSessionMessages, type SessionMessage } from '@lamella/wire/messages'
import { type Asked, dependencyInvalid } from '../dependency-errors.ts'

const asked: Asked = { dependency: 'sessionStore', method: 'getMessages' }
const fix = 'Return messages of the AI SDK, or session records { type, ... }.'

type Given = Message | SessionMessage

/** Messages, and which of them is the summary of all before it. */
export interface ReadMessages {
  readonly messages: readonly Message[]
  /** The position of the newest compaction record, if there is one. */
  readonly summaryAt: number | undefined
}

/**
 * Converts the result of a custom store to messages: event records become messages, merged if they are parts of one;
 * canonical messages stay unchanged. A compaction record is a message of its own.
 *
 * @throws LamellaError `DEPENDENCY_INVALID` if it is not such a list, with the position of the first invalid item
 */
export function asMessages(given: unknown): ReadMessages {
  if (!Array.isArray(given)) throw dependencyInvalid(asked, 'must return a list of messages', fix)
  const messages: Message[] = []
  let records: SessionMessage[] = []
  let summaryAt: number | undefined
  const flush = (): void => {
    if (records.length === 0) return
    for (const message of fromSessionMessages(records)) messages.push(message)
    records = []
  }
  for (const [index, one] of (given as readonly Given[]).entries()) {
    const message = messageAt(index, one)
    if (isRecord(one) && one.type !== 'compaction') records.push(one)
    else {
      flush()
      if (isRecord(one)) summaryAt = messages.length
      messages.push(message)
    }
  }
  flush()
  return { messages, summaryAt }
}

/** Returns the message of one record. @throws LamellaError `WIRE_DECODE` */
export function messageOf(record: SessionMessage): Message {
  return fromSessionMessages([record], { mergeConsecutive: false })[0] as Message
}

function isRecord(one: Given): one is SessionMessage {
  return isObject(one) && one['type'] !== undefined
}

function messageAt(index: number, one: Given): Message {
  const refuse = (problem: string, cause?: unknown): LamellaError => {
    return dependencyInvalid(asked, problem, `${fix} ${messageFix}`, cause)
  }
  let message: Message
  try {
    message = isRecord(one) ? messageOf(one) : one
  } catch (cause) {
    if (!isLamellaError(cause, 'WIRE_DECODE')) throw cause
    // As worded by wire: ' has no type ...', or ' of the type tool_call has no ...'.
    const { problem }: { readonly problem?: unknown } = cause.details
    throw refuse(`the message at ${index} ${String(problem)}`, cause)
  }
  const found = messageProblem(message)
  if (found) throw refuse(`session[${index}]${found.path} ${found.problem}`)
  return message
}
