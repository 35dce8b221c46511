import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { type Accumulator, partNumbers } from '../../shared/response/accumulator.ts'
import { argumentsText, createStreamIds, type StreamIds } from '../../shared/response/call-arguments.ts'
import { type Fields, indexIn, inOrder, setFields, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { StreamDelta, TornPart } from '../../shared/response/response.ts'
import { anonymousId } from '../decode/model.ts'
import { createPartialCall, type PartialCall } from './partial-call.ts'
import { addPart, camelFields, isThought, partsIn } from './parts.ts'

const title = 'Gemini'

interface Candidate {
  readonly fields: Fields
  readonly content: Fields
  readonly parts: Fields[]
  /** The call whose arguments arrive in pieces. */
  call: PartialCall | undefined
  /** Calls whose arguments cannot be read. */
  readonly torn: TornPart[]
  readonly idOf: StreamIds
}

/**
 * Puts chunks together: each is a response of its own, whose parts follow those before. `usageMetadata` is cumulative,
 * `promptFeedback` comes first, `finishReason` last; no event ends the stream. A call arrives whole, or with `partialArgs` if
 * Vertex AI was asked to stream them.
 *
 * Source: @google/genai 2.32.0, `GenerateContentResponse`, `FunctionCall` and `PartialArg`. Read on 2026-11-23.
 */
export function accumulateGemini(choice: number, mends: Mends): Accumulator {
  const body: Fields = {}
  const usage: Fields = {}
  const candidates = new Map<number, Candidate>()
  const numbers = partNumbers()
  let isEmpty = true
  const malformed = (problem: string): Error => responseError(title, 'malformed', `The stream ${problem}`)
  const add = (given: UnknownRecord, emit: (delta: StreamDelta) => void): void => {
    const one = camelFields(given)
    const index = indexIn(one['index'] ?? 0)
    if (index === undefined) throw malformed('has a candidate whose index is not a whole number')
    const known = candidates.get(index)
    const state: Candidate = known ?? {
      fields: { index },
      content: { role: 'model' },
      parts: [],
      call: undefined,
      torn: [],
      // As decoded: the response is one message.
      idOf: createStreamIds((place) => anonymousId(0, place)),
    }
    candidates.set(index, state)
    setFields(state.fields, one, ['index', 'content'])
    const { content } = one
    if (!isRecord(content)) return
    setFields(state.content, content, ['parts'])
    for (const part of partsIn(content, mends)) addTo(state, part, index === choice ? emit : () => {}, numbers)
  }
  const bodyWith = (parts: (candidate: Candidate) => readonly Fields[]): UnknownRecord => ({
    ...body,
    ...(Object.keys(usage).length > 0 && { usageMetadata: { ...usage } }),
    ...(candidates.size > 0 && {
      candidates: inOrder(candidates).map((candidate) => ({
        ...candidate.fields,
        content: { ...candidate.content, parts: parts(candidate) },
      })),
    }),
  })
  return {
    add(given, emit) {
      const event = camelFields(given)
      const list = event['candidates'] ?? []
      const isKnown = ['candidates', 'promptFeedback', 'usageMetadata'].some(
        (name) => (event[name] ?? undefined) !== undefined,
      )
      if (!isKnown) return typeof event['type'] === 'string' ? event['type'] : 'event without candidates'
      if (!Array.isArray(list)) throw malformed('has candidates that are not a list')
      isEmpty = false
      // The last one is what the SDK knows of the HTTP response.
      setFields(body, event, ['candidates', 'usageMetadata', 'sdkHttpResponse'])
      if (isRecord(event['usageMetadata'])) setFields(usage, camelFields(event['usageMetadata']))
      let hasProblem = false
      for (const one of list as readonly unknown[]) {
        if (isRecord(one)) add(one, emit)
        else hasProblem = true
      }
      if (hasProblem) throw malformed('has a candidate that is not an object')
      return undefined
    },
    state() {
      if (isEmpty) return 'empty'
      const { promptFeedback } = body
      if (candidates.size === 0)
        return isRecord(promptFeedback) && 'blockReason' in promptFeedback ? 'complete' : 'open'
      const haveFinished = [...candidates.values()].every(({ fields }) => textIn(fields, 'finishReason') !== '')
      return haveFinished && candidates.has(choice) ? 'complete' : 'open'
    },
    body: () => bodyWith(({ parts, call }) => (call === undefined ? parts : [...parts, call.part()])),
    kept() {
      const { call, torn: broken = [] } = candidates.get(choice) ?? {}
      const torn = call === undefined ? broken : [...broken, call.torn()]
      return { body: bodyWith(({ parts }) => parts), torn }
    },
  }
}

/** A call with arguments that cannot be read is no call, but what came of it is known. */
function endBroken(candidate: Candidate): void {
  if (candidate.call !== undefined) candidate.torn.push(candidate.call.torn())
  candidate.call = undefined
}

function addTo(
  candidate: Candidate,
  part: UnknownRecord,
  emit: (delta: StreamDelta) => void,
  numbers: (part: unknown) => number,
): void {
  const piece = part['functionCall']
  if (isRecord(piece)) {
    const begins = textIn(piece, 'name') !== '' && candidate.call?.isBroken() === true
    if (begins) endBroken(candidate)
    const isFirst = candidate.call === undefined
    const call = candidate.call ?? createPartialCall(title)
    const wasBroken = call.isBroken()
    call.add(part, piece)
    candidate.call = call.willContinue() || call.isBroken() ? call : undefined
    if (call.isBroken()) {
      if (!call.willContinue()) endBroken(candidate)
      if (!wasBroken) throw responseError(title, 'malformed', 'The stream has arguments at an impossible path')
      return
    }
    const { functionCall } = call.part() as { readonly functionCall: Fields }
    const input = (text: string): void => {
      const toolName = textIn(functionCall, 'name')
      if (toolName === '') return
      const toolCallId = candidate.idOf(call, textIn(functionCall, 'id'), toolName)
      emit({ type: 'tool-input', part: numbers(call), toolCallId, toolName, text })
    }
    if (candidate.call !== undefined) {
      if (isFirst) input('')
      return
    }
    input(argumentsText(functionCall['args'] ?? {}))
    candidate.parts.push(call.part())
    return
  }
  const held = addPart(candidate.parts, part)
  const text = textIn(part, 'text')
  if (held !== undefined && text !== '')
    emit({ type: isThought(part) ? 'reasoning' : 'text', part: numbers(held), text })
}
