import type { Message } from '../contract/message.ts'
import { coreError, type LamellaError } from '../errors.ts'
import { isObject } from '../options.ts'
import { recordMark } from './marks.ts'
import { type MessageProblem, messageProblem } from './message-problem.ts'

/** The lists of built contexts, and the messages that they had then: all of those were checked by the build. */
const checkedLists = new WeakMap<readonly Message[], readonly Message[]>()

/** Returns a list of its own with messages that were checked, for which `checkMessages` looks at none of them again. */
export function checkedList(messages: readonly Message[]): Message[] {
  const list = [...messages]
  checkedLists.set(list, messages)
  return list
}

/**
 * Validates a list of messages and returns it. Every function that accepts messages calls this first, so later code can
 * rely on valid messages. The messages of a built context were checked by the build; a list that was changed since is another.
 *
 * @param path The caller's name for the list, such as `session`.
 * @param first The position of the first of them, if they are a part of the list.
 * @throws LamellaError `MESSAGE_INVALID`
 * @example
 * checkMessages([{ role: 'user', content: 'Hello' }], 'messages')
 */
export function checkMessages(messages: unknown, path: string, first = 0): readonly Message[] {
  if (!Array.isArray(messages)) throw messageInvalid(path, { path: '', problem: 'is not a list of messages' })
  const checked = checkedLists.get(messages)
  if (checked?.length === messages.length && checked.every((one, index) => one === messages[index])) return messages
  for (let index = 0; index < messages.length; index++) {
    const message: Message = messages[index]
    const found = messageProblem(message)
    const record: unknown = found ? undefined : message.providerOptions?.[recordMark]
    if (found === undefined && record === undefined) continue
    const at = `${path}[${first + index}]`
    throw found ? messageInvalid(at, found) : recordInvalid(at, record)
  }
  return messages
}

/** A record of another program is a message only for a store. */
function recordInvalid(path: string, record: unknown): LamellaError<'MESSAGE_INVALID'> {
  const program = isObject(record) && typeof record['of'] === 'string' ? record['of'] : 'another program'
  const problem = `is a record of ${program}, and no message`
  return coreError('MESSAGE_INVALID', `${path} ${problem}.`, 'Let that program open the session.', { path, problem })
}

/** How to fix an invalid message. */
export const messageFix =
  'A message is { role, content }, as in AI SDK 5 and later. Other forms: `convertToModelMessages`, or `fromOpenAIChat`, `fromOpenAIResponses`, `fromAnthropic`, `fromGemini` of @lamella/wire.'

export function messageInvalid(at: string, { path: inside, problem }: MessageProblem): LamellaError<'MESSAGE_INVALID'> {
  const path = at + inside
  return coreError('MESSAGE_INVALID', `${path} ${problem}.`, messageFix, { path, problem })
}
