import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { Accumulator } from '../../shared/response/accumulator.ts'
import type { StreamDelta } from '../../shared/response/delta.ts'
import { type Fields, inOrder, setFields, textIn } from '../../shared/response/fields.ts'
import { readIndex } from '../../shared/response/indexes.ts'
import { partNumbers } from '../../shared/response/parts.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { TornPart } from '../../shared/response/torn-part.ts'
import { createPartialCall, type PartialCall } from './partial-call.ts'
import { addPart, isThought } from './parts.ts'

const title = 'Gemini'

interface Candidate {
  readonly fields: Fields
  readonly content: Fields
  readonly parts: Fields[]
  /** The call whose arguments arrive in pieces. */
  call: PartialCall | undefined
}

/**
 * Puts chunks together: each is a response of its own, whose parts follow those before. `usageMetadata` is cumulative,
 * `promptFeedback` comes first, `finishReason` last; no event ends the stream. A call arrives whole, or with `partialArgs` if
 * Vertex AI was asked to stream them.
 *
 * Source: @google/genai 2.32.0, `GenerateContentResponse`, `FunctionCall` and `PartialArg`. Read on 2026-11-23.
 */
export function accumulateGemini(choice: number): Accumulator {
  const body: Fields = {}
  const usage: Fields = {}
  const candidates = new Map<number, Candidate>()
  const numbers = partNumbers()
  let isEmpty = true
  const add = (one: UnknownRecord, emit: (delta: StreamDelta) => void): void => {
    const index = readIndex(title, one['index'] ?? 0, 'candidates[].index')
    const known = candidates.get(index)
    const state: Candidate = known ?? { fields: { index }, content: { role: 'model' }, parts: [], call: undefined }
    candidates.set(index, state)
    setFields(state.fields, one, ['index', 'content'])
    const { content } = one
    if (!isRecord(content)) return
    setFields(state.content, content, ['parts'])
    const parts = content['parts'] ?? []
    if (!Array.isArray(parts)) throw responseError(title, 'malformed', 'The stream has parts that are not a list')
    for (const part of parts) {
      if (!isRecord(part)) throw responseError(title, 'malformed', 'The stream has a part that is not an object')
      addTo(state, part, index === choice ? emit : () => {}, numbers)
    }
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
    add(event, emit) {
      const list = event['candidates'] ?? []
      const isKnown = ['candidates', 'promptFeedback', 'usageMetadata'].some(
        (name) => (event[name] ?? undefined) !== undefined,
      )
      if (!isKnown) return typeof event['type'] === 'string' ? event['type'] : 'event without candidates'
      if (!Array.isArray(list)) throw responseError(title, 'malformed', 'The stream has candidates that are not a list')
      isEmpty = false
      // The last one is what the SDK knows of the HTTP response.
      setFields(body, event, ['candidates', 'usageMetadata', 'sdkHttpResponse'])
      if (isRecord(event['usageMetadata'])) setFields(usage, event['usageMetadata'])
      for (const one of list) {
        if (!isRecord(one)) throw responseError(title, 'malformed', 'A candidate of the stream is not an object')
        add(one, emit)
      }
      return undefined
    },
    state() {
      if (isEmpty) return 'empty'
      const { promptFeedback } = body
      if (candidates.size === 0)
        return isRecord(promptFeedback) && 'blockReason' in promptFeedback ? 'complete' : 'open'
      const haveFinished = [...candidates.values()].every(({ fields }) => typeof fields['finishReason'] === 'string')
      return haveFinished && candidates.has(choice) ? 'complete' : 'open'
    },
    body: () => bodyWith(({ parts, call }) => (call === undefined ? parts : [...parts, call.part()])),
    kept() {
      const { call } = candidates.get(choice) ?? {}
      const torn: TornPart[] = call === undefined ? [] : [call.torn()]
      return { body: bodyWith(({ parts }) => parts), torn }
    },
  }
}

function addTo(
  candidate: Candidate,
  part: UnknownRecord,
  emit: (delta: StreamDelta) => void,
  numbers: (part: unknown) => number,
): void {
  const piece = part['functionCall']
  if (isRecord(piece)) {
    const isFirst = candidate.call === undefined
    const call = candidate.call ?? createPartialCall(title)
    call.add(part, piece)
    candidate.call = call.willContinue() ? call : undefined
    const { functionCall } = call.part() as { readonly functionCall: Fields }
    const input = (text: string): void => {
      const toolName = textIn(functionCall, 'name')
      emit({ type: 'tool-input', part: numbers(call), toolCallId: textIn(functionCall, 'id'), toolName, text })
    }
    if (candidate.call !== undefined) {
      if (isFirst) input('')
      return
    }
    input(JSON.stringify(functionCall['args'] ?? {}))
    candidate.parts.push(call.part())
    return
  }
  const held = addPart(candidate.parts, part)
  const text = textIn(part, 'text')
  if (held !== undefined && text !== '')
    emit({ type: isThought(part) ? 'reasoning' : 'text', part: numbers(held), text })
}
