import { isLamellaError, isObject, type LamellaError, type Message } from '@lamella/core'
import { fromSessionMessages, type SessionMessage } from '@lamella/wire/messages'
import { type Asked, dependencyInvalid } from '../dependency-errors.ts'
import { toMessage } from '../messages/to-message.ts'
import { partProblem } from './part-problem.ts'

const asked: Asked = { dependency: 'sessionStore', method: 'getMessages' }
const fix = 'Give messages of the AI SDK, or records { type, ... } of a session.'

type Given = Message | SessionMessage

/**
 * What a store of one's own gave, as messages: records of events become messages, joined where they are parts of one; canonical
 * messages stay as they are.
 *
 * @throws LamellaError `DEPENDENCY_INVALID` for what is no list of them, with the place of the first that is neither
 */
export function asMessages(given: unknown): readonly Message[] {
  if (!Array.isArray(given)) throw dependencyInvalid(asked, 'no list of messages', fix)
  const messages: Message[] = []
  let records: SessionMessage[] = []
  const flush = (): void => {
    if (records.length === 0) return
    for (const message of fromSessionMessages(records)) messages.push(message)
    records = []
  }
  try {
    for (const [index, one] of (given as readonly Given[]).entries()) {
      const problem = partProblem(one)
      if (problem !== undefined) throw dependencyInvalid(asked, `the message at ${index} ${problem}`, fix)
      if (isRecord(one)) records.push(one)
      else {
        flush()
        messages.push(toMessage(one))
      }
    }
    flush()
  } catch (error) {
    throw isLamellaError<'WIRE_DECODE'>(error, 'WIRE_DECODE') ? badMessage(given, error) : error
  }
  return messages
}

function isRecord(one: Given): one is SessionMessage {
  return isObject(one) && one['type'] !== undefined
}

/** Records are made messages many at a time, so the place is looked for where it is needed. */
function badMessage(given: readonly Given[], cause: LamellaError<'WIRE_DECODE'>): LamellaError<'DEPENDENCY_INVALID'> {
  const index = given.findIndex((one) => {
    try {
      toMessage(one)
      return false
    } catch {
      return true
    }
  })
  // As wire tells it: ' has no type ...', or ' of the type tool_call has no ...'.
  const { problem }: { readonly problem?: unknown } = cause.details
  return dependencyInvalid(asked, `the message at ${index} ${String(problem)}`, fix, cause)
}
