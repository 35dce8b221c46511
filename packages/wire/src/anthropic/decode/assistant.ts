import type { AssistantMessage, AssistantPart, ToolCallPart } from '@lamella/core'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { rawPart } from './media.ts'
import { optionsOf, restOf } from './options-of.ts'

/** Decodes an assistant message. `names`: the tools that Anthropic ran in this turn, by call id. */
export function decodeAssistant(message: UnknownRecord, path: string, names: Map<string, string>): AssistantMessage {
  const { content } = message
  const options = optionsOf(restOf(message, ['role', 'content']))
  if (typeof content === 'string') return { role: 'assistant', content, ...options }
  const blocks = readList(content, `${path}.content`)
  const parts = blocks.map((block, index) => decodeBlock(block, `${path}.content[${index}]`, names))
  return { role: 'assistant', content: parts, ...options }
}

/** Returns the calls of an assistant message that the caller answers with results. */
export function callsOf({ content }: AssistantMessage): readonly ToolCallPart[] {
  if (typeof content === 'string') return []
  return content.filter((part) => part.type === 'tool-call').filter(({ providerExecuted }) => providerExecuted !== true)
}

function decodeBlock(value: unknown, path: string, names: Map<string, string>): AssistantPart {
  const block = readRecord(value, path)
  switch (block['type']) {
    case 'text': {
      const citations = Array.isArray(block['citations']) ? block['citations'] : undefined
      const options = optionsOf({ ...restOf(block, ['type', 'text', 'citations']), citations })
      return { type: 'text', text: readText(block['text'], `${path}.text`), ...options }
    }
    case 'thinking': {
      // Servers that offer other models sign nothing, and clients keep what they got.
      const signature = readText(block['signature'] ?? '', `${path}.signature`)
      const text = readText(block['thinking'], `${path}.thinking`)
      return { type: 'reasoning', text, ...optionsOf({ ...restOf(block, ofThinking), signature }) }
    }
    case 'redacted_thinking': {
      const redactedData = readText(block['data'], `${path}.data`)
      return { type: 'reasoning', text: '', ...optionsOf({ ...restOf(block, ['type', 'data']), redactedData }) }
    }
    case 'tool_use':
      return {
        type: 'tool-call',
        toolCallId: readText(block['id'], `${path}.id`),
        toolName: readText(block['name'], `${path}.name`),
        input: block['input'] ?? {},
        ...optionsOf(restOf(block, ['type', 'id', 'name', 'input'])),
      }
    default:
      return decodeOther(block, path, names)
  }
}

const ofThinking = ['type', 'thinking', 'signature']

/** Decodes server tool blocks and blocks of unknown types; each block is kept unchanged. */
function decodeOther(block: UnknownRecord, path: string, names: Map<string, string>): AssistantPart {
  const { type, id, name, input, tool_use_id: answered } = block
  if (typeof type !== 'string') return refuse(`${path}.type`, 'must be text')
  const { cache_control: control, ...raw } = block
  const options = optionsOf({ block: raw, cacheControl: control ?? undefined })
  if (type.endsWith('_tool_use') && typeof id === 'string' && typeof name === 'string' && isRecord(input)) {
    names.set(id, name)
    return { type: 'tool-call', toolCallId: id, toolName: name, input, providerExecuted: true, ...options }
  }
  if (type.endsWith('_tool_result') && typeof answered === 'string' && block['content'] !== undefined) {
    const toolName = names.get(answered) ?? type.slice(0, -'_tool_result'.length)
    const { content } = block
    return { type: 'tool-result', toolCallId: answered, toolName, output: outputOf(block, content), ...options }
  }
  return rawPart(block)
}

function outputOf(block: UnknownRecord, content: unknown): { type: 'json' | 'error-json'; value: never } {
  const hasFailed = block['is_error'] === true || (isRecord(content) && String(content['type']).endsWith('_error'))
  return { type: hasFailed ? 'error-json' : 'json', value: content as never }
}
