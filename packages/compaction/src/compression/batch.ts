import { LamellaError, type Message, type Part } from '@lamella/core'
import { checkMessages, isObject, summaryRange } from '@lamella/core/plugin'

/** Messages that were produced together: a question, the tool calls made to answer it, and the answer. */
export interface MessageBatch extends BatchMark {
  /** Oldest first. They are neither changed nor copied. */
  readonly messages: readonly Message[]
}

/** What is known about a batch. Batches with the same id belong together, wherever they are. */
export interface BatchMark {
  readonly id: string
  /** Whether the batch is finished. */
  readonly complete: boolean
  /** Whether the batch is in progress. Default `false`. */
  readonly active?: boolean
}

/**
 * Groups messages into batches by the ids that the caller assigns. Consecutive messages with the same id form one
 * batch: complete if all of them are complete, active if any is active.
 *
 * @throws LamellaError `OPTION_INVALID`, `MESSAGE_INVALID`
 * @example
 * toBatches(messages, (_, index) => ({ id: ids[index], complete: ids[index] !== current, active: ids[index] === current }))
 */
export function toBatches(
  messages: readonly Message[],
  batchOf: (message: Message, index: number) => BatchMark,
): readonly MessageBatch[] {
  mustBeMessages('toBatches', messages)
  if (typeof batchOf !== 'function') throw invalid('toBatches', 'batchOf', 'must be a function')
  const batches: { id: string; complete: boolean; active: boolean; readonly messages: Message[] }[] = []
  for (const [index, message] of messages.entries()) {
    const { id, complete, active = false } = checkMark('toBatches', `batchOf(${index})`, batchOf(message, index))
    const last = batches.at(-1)
    if (last?.id === id) {
      last.messages.push(message)
      last.complete &&= complete
      last.active ||= active
    } else batches.push({ id, complete, active, messages: [message] })
  }
  return batches
}

/**
 * Groups messages without ids into batches: one per turn, starting at a user message, and one per summary. A turn that
 * is followed by another is complete; the last one is active until it ends with text from the model.
 *
 * @throws LamellaError `OPTION_INVALID`, `MESSAGE_INVALID`
 * @example
 * await compressMessages(batchByTurn(messages), { type: 'truncate', keepRecent: 20 })
 */
export function batchByTurn(messages: readonly Message[]): readonly MessageBatch[] {
  mustBeMessages('batchByTurn', messages)
  const batches: { readonly first: number; readonly messages: Message[] }[] = []
  let before: 'start' | 'summary' | 'user' | 'model' = 'start'
  for (const [index, message] of messages.entries()) {
    const kind = summaryRange(message) ? 'summary' : message.role === 'user' ? 'user' : 'model'
    const opens =
      kind === 'summary' || before === 'summary' || before === 'start' || (kind === 'user' && before !== kind)
    if (opens) batches.push({ first: index, messages: [message] })
    else batches.at(-1)?.messages.push(message)
    before = kind
  }
  return batches.map(({ first, messages: own }, index) => {
    const complete = index < batches.length - 1 || isFinished(own)
    return { id: `turn-${first}`, messages: own, complete, active: !complete }
  })
}

function isFinished(messages: readonly Message[]): boolean {
  const last = messages.at(-1)
  if (!last || summaryRange(last)) return true
  if (last.role !== 'assistant') return false
  const parts: readonly Part[] = typeof last.content === 'string' ? [] : last.content
  const answered = new Set(parts.flatMap((part) => (part.type === 'tool-result' ? part.toolCallId : [])))
  return !parts.some((part) => part.type === 'tool-call' && !answered.has(part.toolCallId))
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkBatches(what: string, batches: readonly MessageBatch[]): readonly MessageBatch[] {
  if (!Array.isArray(batches)) throw invalid(what, 'batches', 'must be a list of batches')
  for (const [index, batch] of (batches as readonly MessageBatch[]).entries()) {
    const { messages } = checkMark(what, `batches[${index}]`, batch) as MessageBatch
    mustBeMessages(what, messages, `batches[${index}].messages`)
  }
  return batches
}

function mustBeMessages(what: string, messages: readonly Message[], option = 'messages'): void {
  if (!Array.isArray(messages)) throw invalid(what, option, 'must be a list of messages')
  checkMessages(messages, option)
}

function checkMark<Mark extends BatchMark>(what: string, at: string, mark: Mark): Mark {
  if (!isObject(mark)) throw invalid(what, at, 'must be an object with id and complete')
  const { id, complete, active } = mark as BatchMark
  if (typeof id !== 'string' || id === '') throw invalid(what, `${at}.id`, 'must be a non-empty string')
  if (typeof complete !== 'boolean') throw invalid(what, `${at}.complete`, 'must be true or false')
  if (active !== undefined && typeof active !== 'boolean') {
    throw invalid(what, `${at}.active`, 'must be true or false')
  }
  return mark
}

function invalid(what: string, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `${what}: '${option}' ${problem}.`,
    fix: 'A message is { role, content }, a batch { id, messages, complete, active? }.',
    details: { what, option },
  })
}
