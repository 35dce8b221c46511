import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { type Accumulator, partNumbers } from '../../shared/response/accumulator.ts'
import { errorIn } from '../../shared/response/events.ts'
import {
  appendItems,
  appendText,
  childOf,
  type Fields,
  inOrder,
  readIndex,
  setFields,
  textIn,
} from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { StreamDelta, TornPart } from '../../shared/response/response.ts'
import { thinkingText } from '../decode/content.ts'
import { createCalls, type StreamedCalls } from './calls.ts'

const title = 'OpenAI Chat'

/** Text fields of a message that arrive in pieces, and the deltas that they are. */
const texts: readonly (readonly [string, 'text' | 'reasoning'])[] = [
  ['reasoning_content', 'reasoning'],
  ['reasoning', 'reasoning'],
  ['content', 'text'],
  ['refusal', 'text'],
]

const ofDelta = [...texts.map(([name]) => name), 'tool_calls', 'function_call', 'audio', 'reasoning_details']

interface Choice {
  readonly fields: Fields
  readonly message: Fields
  readonly calls: StreamedCalls
  hasDelta?: boolean
}

/**
 * Puts chunks together: texts and arguments are added to what came before, lists grow, other values replace earlier ones.
 * `usage` is in the last chunk, which has no choices, and in every chunk of some servers. `[DONE]` ends the stream; parsed
 * events end with the choices' `finish_reason`.
 *
 * Source: openai 6.49.0, `ChatCompletionChunk` and `ChatCompletionStream`; langchain-ai/langchain#34152 (reasoning_content)
 * and braintrustdata/braintrust-sdk-javascript#1883 (reasoning, reasoning_details). Read on 2026-11-23.
 */
export function accumulateChat(choice: number, mends: Mends): Accumulator {
  const body: Fields = {}
  const choices = new Map<number, Choice>()
  const numbers = partNumbers()
  let isEmpty = true
  const add = (one: UnknownRecord, emit: (delta: StreamDelta) => void): void => {
    const index = readIndex(title, one['index'] ?? 0, 'choices[].index')
    const state: Choice = choices.get(index) ?? {
      fields: { index },
      message: {},
      calls: createCalls(() => body['id'], mends),
    }
    choices.set(index, state)
    setFields(state.fields, one, ['index', 'delta', 'message', 'logprobs'])
    addLogprobs(state.fields, one['logprobs'])
    // A server that ignores `stream` sends the whole message; others send what came so far beside each delta.
    const delta = one['delta'] ?? (state.hasDelta ? undefined : one['message'])
    state.hasDelta ||= isRecord(one['delta'])
    if (isRecord(delta)) addDelta(state, delta, index === choice ? emit : () => {}, numbers)
  }
  const bodyWith = (message: (state: Choice) => Fields): UnknownRecord => ({
    ...body,
    object: 'chat.completion',
    choices: inOrder(choices).map((state) => ({ ...state.fields, message: message(state) })),
  })
  return {
    add(event, emit) {
      const list = event['choices']
      const isLast = !Array.isArray(list) && isRecord(event['usage'])
      if (!Array.isArray(list) && !isLast)
        return typeof event['type'] === 'string' ? event['type'] : 'event without choices'
      isEmpty &&= isLast
      setFields(body, event, ['choices', 'object'])
      if (isLast) return undefined
      const given = list as readonly unknown[]
      for (const one of given.filter(isRecord)) add(one, emit)
      if (!given.every(isRecord)) throw responseError(title, 'malformed', 'A choice of the stream is not an object')
      return undefined
    },
    state: () => {
      if (isEmpty) return 'empty'
      const all = [...choices.values()]
      const haveFinished = all.every(
        ({ fields }) => textIn(fields, 'finish_reason') !== '' || errorIn(fields) !== undefined,
      )
      return haveFinished && choices.has(choice) ? 'complete' : 'open'
    },
    body: () => bodyWith(({ message, calls }) => calls.addTo(message, calls.all())),
    kept: () => {
      const torn: TornPart[] = []
      const kept = bodyWith(({ fields, message, calls }) => {
        const hasFinished = textIn(fields, 'finish_reason') !== ''
        if (fields['index'] === choice && !hasFinished) torn.push(...calls.torn())
        return calls.addTo(message, hasFinished ? calls.all() : calls.finished())
      })
      return { body: kept, torn }
    },
  }
}

function addDelta(
  { message, calls }: Choice,
  delta: UnknownRecord,
  emit: (delta: StreamDelta) => void,
  numbers: (part: unknown) => number,
): void {
  for (const [name, value] of Object.entries(delta)) {
    if (ofDelta.includes(name)) continue
    if (Array.isArray(value) && name !== '__proto__') appendItems(message, name, value)
    else setFields(message, { [name]: value })
  }
  for (const [name, type] of texts) {
    const piece = delta[name]
    if (isRecord(piece) || Array.isArray(piece) || Array.isArray(message[name])) {
      if (name === 'content') addContent(message, piece, emit, numbers)
      else if (Array.isArray(piece)) appendItems(message, name, piece)
      continue
    }
    // Some servers send the same reasoning under both names.
    const isCopy = name === 'reasoning' && typeof delta['reasoning_content'] === 'string'
    if (appendText(message, name, piece) && piece !== '' && !isCopy) emit({ type, part: numbers(name), text: piece })
  }
  appendReasoningDetails(message, delta['reasoning_details'])
  addAudio(message, delta['audio'])
  calls.add(delta, emit, numbers)
}

/** Adds a piece of a content that is a list of parts, or becomes one: some servers send thinking in it. */
function addContent(
  message: Fields,
  piece: unknown,
  emit: (delta: StreamDelta) => void,
  numbers: (part: unknown) => number,
): void {
  const { content } = message
  if (typeof content === 'string') message['content'] = content === '' ? [] : [{ type: 'text', text: content }]
  const given: readonly unknown[] = Array.isArray(piece) ? piece : [piece]
  const parts = given.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)).filter(isRecord)
  appendItems(message, 'content', parts)
  for (const part of parts) {
    const isThinking = part['type'] === 'thinking'
    const text = isThinking ? thinkingText(part['thinking'] ?? part['text']) : textIn(part, 'text')
    if (text !== '')
      emit({ type: isThinking ? 'reasoning' : 'text', part: numbers(isThinking ? 'thinking' : 'content'), text })
  }
}

function addLogprobs(fields: Fields, logprobs: unknown): void {
  if (!isRecord(logprobs)) return
  const own = childOf(fields, 'logprobs')
  for (const name of ['content', 'refusal']) {
    const items = logprobs[name]
    if (Array.isArray(items)) appendItems(own, name, items)
  }
}

function addAudio(message: Fields, audio: unknown): void {
  if (!isRecord(audio)) return
  const own = childOf(message, 'audio')
  setFields(own, audio, ['data', 'transcript'])
  for (const name of ['data', 'transcript']) appendText(own, name, audio[name])
}

const detailTexts = ['text', 'summary', 'data']

/**
 * Puts reasoning details together: pieces of one index and type, or one after the other without index, are one detail.
 * Source: OpenRouter's answers as recorded, and langchain-ai/langchain#36400, which merges them alike. Read on 2026-11-23.
 */
function appendReasoningDetails(message: Fields, pieces: unknown): void {
  if (!Array.isArray(pieces)) return
  const known = message['reasoning_details'] as Fields[] | undefined
  const details = known ?? []
  message['reasoning_details'] = details
  for (const piece of pieces.filter(isRecord)) {
    const last = details.findLast((detail) => isSame(detail, piece))
    const own = last ?? {}
    if (last === undefined) details.push(own)
    setFields(own, piece, detailTexts)
    for (const name of detailTexts) appendText(own, name, piece[name])
  }
}

function isSame(detail: UnknownRecord, piece: UnknownRecord): boolean {
  // A signed detail is whole.
  return detail['index'] === piece['index'] && detail['type'] === piece['type'] && detail['signature'] === undefined
}
