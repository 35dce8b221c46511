import type { AssistantPart, ReasoningPart, TextPart, ToolApprovalRequest, ToolCallPart } from '@lamella/core'
import { decodeArguments } from '../../openai/arguments.ts'
import { extraOf, readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { inputOf, type RecordedItem } from '../item-types.ts'
import type { OpenAIResponsesFields } from '../provider-fields.ts'
import { itemFields, optionsOf, restOf, textOr } from './options-of.ts'

/** Reads the texts of an assistant message: one, or one for each part of its content. */
export function decodeAssistantMessage(item: UnknownRecord, path: string): TextPart[] {
  const { content } = item
  // The encoder always writes this status next to an id.
  const status = item['status'] === 'completed' ? ['status'] : []
  const rest = restOf(item, ['type', 'id', 'role', 'content', 'phase', ...status], itemFields)
  const fields = { itemId: textOr(item['id']), phase: phaseOf(item['phase']), ...rest }
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content, ...optionsOf(fields) }]
  return readList(content, `${path}.content`).map((value, index) => {
    const place = `${path}.content[${index}]`
    const part = readRecord(value, place)
    return index === 0
      ? decodePart(part, place, fields)
      : decodePart(part, place, { ...fields, itemExtra: undefined, unknownFields: undefined })
  })
}

type ItemFields = {
  readonly [Field in 'itemId' | 'phase' | 'itemExtra' | 'unknownFields']: OpenAIResponsesFields[Field] | undefined
}

function decodePart(part: UnknownRecord, path: string, fields: ItemFields): TextPart {
  if (part['type'] === 'refusal') {
    const text = readText(part['refusal'], `${path}.refusal`)
    return {
      type: 'text',
      text,
      ...optionsOf({ ...fields, refusal: true, contentExtra: extraOf(part, ['type', 'refusal']) }),
    }
  }
  if (part['type'] !== 'output_text') refuse(`${path}.type`, 'must be output_text or refusal')
  const text = readText(part['text'], `${path}.text`)
  const empty = ['annotations', 'logprobs'].filter((key) => Array.isArray(part[key]) && part[key].length === 0)
  const contentExtra = extraOf(part, ['type', 'text', 'annotations', ...empty])
  const { annotations } = extraOf(part, empty) ?? {}
  const list = Array.isArray(annotations) ? annotations : undefined
  return { type: 'text', text, ...optionsOf({ ...fields, annotations: list, contentExtra }) }
}

/** Reads reasoning, with one part for each summary text, or one part without text. */
export function decodeReasoning(item: UnknownRecord, path: string): ReasoningPart[] {
  const itemId = textOr(item['id'])
  const texts = readList(item['summary'] ?? [], `${path}.summary`).map((value, index) => {
    const place = `${path}.summary[${index}]`
    return readText(readRecord(value, place)['text'], `${place}.text`)
  })
  const own = optionsOf({
    itemId,
    reasoningEncryptedContent: textOr(item['encrypted_content']),
    ...restOf(item, ['type', 'id', 'summary', 'encrypted_content', 'status'], itemFields),
  })
  const [first = '', ...others] = texts
  const more = others.map((text): ReasoningPart => ({ type: 'reasoning', text, ...optionsOf({ itemId }) }))
  return [{ type: 'reasoning', text: first, ...own }, ...more]
}

export function decodeCall(item: UnknownRecord, path: string): ToolCallPart {
  const toolCallId = readText(item['call_id'], `${path}.call_id`)
  const toolName = readText(item['name'], `${path}.name`)
  const itemId = textOr(item['id'])
  const known = ['type', 'id', 'call_id', 'name']
  if (item['type'] === 'custom_tool_call') {
    const input = readText(item['input'], `${path}.input`)
    const options = optionsOf({ itemId, custom: true, ...restOf(item, [...known, 'input'], itemFields) })
    return { type: 'tool-call', toolCallId, toolName, input, ...options }
  }
  const { input, recorded } = decodeArguments(readText(item['arguments'], `${path}.arguments`))
  const options = optionsOf({ itemId, arguments: recorded, ...restOf(item, [...known, 'arguments'], itemFields) })
  return { type: 'tool-call', toolCallId, toolName, input, ...options }
}

/** Reads a call that the client answers with a type-specific item, such as a shell call, under the name of the type. */
export function decodeClientCall(item: RecordedItem, path: string): ToolCallPart {
  const toolCallId = readText(item['call_id'], `${path}.call_id`)
  const toolName = readText(item['type'], `${path}.type`)
  return { type: 'tool-call', toolCallId, toolName, input: inputOf(item), ...optionsOf({ item }) }
}

/**
 * Reads any other item: a provider-executed call, under the name of its type. The item is kept whole and written back
 * unchanged. An approval request becomes a canonical one.
 */
export function decodeRecorded(item: RecordedItem, index: number): AssistantPart[] {
  const toolName = textOr(item['type']) ?? 'item_reference'
  const id = textOr(item['id'])
  const toolCallId = id === undefined || id === '' ? `${toolName}_${index}` : id
  const call: ToolCallPart = {
    type: 'tool-call',
    toolCallId,
    toolName,
    input: inputOf(item),
    providerExecuted: true,
    ...optionsOf({ item }),
  }
  if (toolName !== 'mcp_approval_request') return [call]
  const request: ToolApprovalRequest = { type: 'tool-approval-request', approvalId: toolCallId, toolCallId }
  return [call, request]
}

function phaseOf(phase: unknown): OpenAIResponsesFields['phase'] {
  return phase === 'commentary' || phase === 'final_answer' ? phase : undefined
}
