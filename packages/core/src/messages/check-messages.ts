import type { Message } from '../contract/message.ts'
import { LamellaError } from '../errors.ts'
import { fixOf, formatOf } from './foreign-messages.ts'
import { type MessageProblem, messageProblem } from './message-problem.ts'

/**
 * The messages, each of which is one. Every function that takes messages asks this first, so that nothing behind it meets
 * anything else.
 *
 * @param path What the caller calls the list, such as `session`.
 * @param first The position of the first of them, where they are a part of the list.
 * @throws LamellaError `MESSAGE_INVALID`
 * @example
 * checkMessages([{ role: 'user', content: 'Hello' }], 'messages')
 */
export function checkMessages(messages: unknown, path: string, first = 0): readonly Message[] {
  if (!Array.isArray(messages))
    throw messageInvalid(path, { path: '', problem: 'is not a list of messages' }, [messages])
  for (let index = 0; index < messages.length; index++) {
    const found = messageProblem(messages[index])
    if (found) throw messageInvalid(`${path}[${first + index}]`, found, [messages[index], ...messages])
  }
  return messages
}

/** @param seen The message, and what else tells whose format it is. */
export function messageInvalid(
  at: string,
  { path: inside, problem }: MessageProblem,
  seen: readonly unknown[],
): LamellaError<'MESSAGE_INVALID'> {
  const path = at + inside
  const format = formatOf(seen)
  return new LamellaError({
    code: 'MESSAGE_INVALID',
    what: `${path} ${problem}.`,
    fix: messageFix(seen),
    details: { path, problem, format },
  })
}

/**
 * How to put right what is not a message: which decoder to use, where the messages look like those of another format.
 *
 * @param seen The message, and what else tells whose format it is.
 */
export function messageFix(
  seen: readonly unknown[],
  otherwise = 'A message is a ModelMessage of the AI SDK: { role, content }.',
): string {
  const format = formatOf(seen)
  return format ? fixOf(format) : otherwise
}
