import type { TextPart } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose, partText } from '../../shared/ledger.ts'
import type {
  OpenAIResponsesAnnotation,
  OpenAIResponsesMessage,
  OpenAIResponsesOutputMessage,
  OpenAIResponsesOutputPart,
  OpenAIResponsesPhase,
} from '../items.ts'
import { type OpenAIResponsesFields, type ResponsesKeys, readFields, withExtra } from '../provider-fields.ts'
import type { ResponsesState } from './state.ts'

const known: ResponsesKeys = ['itemId', 'phase', 'refusal', 'annotations', 'itemExtra', 'contentExtra']

const phases: readonly unknown[] = ['commentary', 'final_answer']
const statuses: readonly unknown[] = ['in_progress', 'completed', 'incomplete']

/**
 * Writes an assistant text as a message; returns `undefined` if it is empty or joins another one. With an id it is an
 * API message, and later texts with the same id join it. Without an id it is plain text, because the schema allows
 * assistant parts only in messages with an id.
 *
 * @param messages The answer's messages with ids so far.
 */
export function encodeText(
  state: ResponsesState,
  part: TextPart,
  id: string | undefined,
  messages: Map<string, OpenAIResponsesOutputMessage>,
): OpenAIResponsesMessage | OpenAIResponsesOutputMessage | undefined {
  const text = partText(state, part.text)
  if (part.providerOptions === undefined) return text === '' ? undefined : { role: 'assistant', content: text }
  const fields = readFields(state, part.providerOptions, known)
  if (text === '') return undefined
  if (id === undefined) return plainMessage(state, text, fields)
  const content = outputPart(state, text, fields)
  const before = messages.get(id)
  if (before !== undefined) {
    before.content.push(content)
    return undefined
  }
  const message = outputMessage(state, id, content, fields)
  messages.set(id, message)
  return message
}

function plainMessage(state: ResponsesState, content: string, fields: OpenAIResponsesFields): OpenAIResponsesMessage {
  if (fields.refusal === true) lose(state, 'refusal', 'A refusal without the id of its message is sent as text.')
  const isEmpty = Array.isArray(fields.annotations) && fields.annotations.length === 0
  if ((fields.annotations !== undefined && !isEmpty) || fields.contentExtra !== undefined) {
    lose(state, 'provider-options', 'Annotations are sent only in a message with an id.')
  }
  const phase = phaseOf(state, fields)
  const wire: OpenAIResponsesMessage =
    phase === undefined ? { role: 'assistant', content } : { role: 'assistant', content, phase }
  return withExtra(state, wire, withoutStatus(fields.itemExtra))
}

function outputMessage(
  state: ResponsesState,
  id: string,
  content: OpenAIResponsesOutputPart,
  fields: OpenAIResponsesFields,
): OpenAIResponsesOutputMessage {
  const phase = phaseOf(state, fields)
  const status = fields.itemExtra?.['status']
  const wire: OpenAIResponsesOutputMessage = {
    type: 'message',
    id,
    role: 'assistant',
    status: statuses.includes(status) ? (status as OpenAIResponsesOutputMessage['status']) : 'completed',
    content: [content],
  }
  return withExtra(state, phase === undefined ? wire : { ...wire, phase }, withoutStatus(fields.itemExtra))
}

function outputPart(
  state: ResponsesState,
  text: string,
  { refusal, annotations, contentExtra }: OpenAIResponsesFields,
): OpenAIResponsesOutputPart {
  if (refusal === true) return withExtra(state, { type: 'refusal', refusal: text }, contentExtra)
  const { logprobs, ...extra }: UnknownRecord = isRecord(contentExtra) ? contentExtra : {}
  if (annotations !== undefined && !Array.isArray(annotations)) {
    lose(state, 'provider-options', 'Annotations that are not a list are not sent.')
  }
  const wire: OpenAIResponsesOutputPart = {
    type: 'output_text',
    text,
    annotations: (Array.isArray(annotations) ? cleanJson(state, annotations) : []) as OpenAIResponsesAnnotation[],
    logprobs: (Array.isArray(logprobs) ? cleanJson(state, logprobs) : []) as never[],
  }
  return withExtra(state, wire, extra)
}

function phaseOf(state: ResponsesState, { phase }: OpenAIResponsesFields): OpenAIResponsesPhase | undefined {
  if (phase === undefined || phase === null || phases.includes(phase)) return phase ?? undefined
  return void lose(state, 'provider-options', `OpenAI Responses has no phase ${String(phase)}.`)
}

/** A message gets its status from its id; one without an id is always complete. */
function withoutStatus(extra: unknown): UnknownRecord | undefined {
  if (!isRecord(extra)) return undefined
  const { status: _, ...others } = extra
  return others
}
