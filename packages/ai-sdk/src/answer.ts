import type { AssistantMessage, AssistantPart, JsonValue, ToolOutput } from '@lamella/core'
import type { AnswerPart } from './contract/host.ts'
import { partFrom } from './prompt/from-host.ts'

/**
 * Returns the content of an answer as a message, as the next step of the SDK will have it: with thinking and its signature,
 * calls, files, and the results of tools that the provider ran. Sources are no part of a message.
 */
export function answerMessage(content: readonly AnswerPart[]): AssistantMessage {
  return { role: 'assistant', content: content.flatMap(partOf) }
}

function partOf(part: AnswerPart): readonly AssistantPart[] {
  // A prompt has the same parts, with their metadata under the other name.
  const { type, providerMetadata: providerOptions, ...rest } = part
  const options = providerOptions && { providerOptions }
  const { toolCallId = '', toolName = '', input = '', result = null } = part
  switch (type) {
    case 'source':
      return []
    case 'text':
    case 'reasoning':
      return part.text === '' && !options ? [] : [{ type, text: part.text ?? '', ...options }]
    case 'tool-call': {
      const call = { type, toolCallId, toolName, input: inputOf(input), ...options } as const
      return [part.providerExecuted === true ? { ...call, providerExecuted: true } : call]
    }
    case 'tool-result':
      if (part.preliminary === true) return []
      return [{ type, toolCallId, toolName, output: outputOf(result, part.isError === true), ...options }]
    default:
      return [partFrom({ type, ...rest, ...options }) as AssistantPart]
  }
}

/** Arguments come as text; a model may have written anything. */
function inputOf(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}

function outputOf(value: JsonValue, isError: boolean): ToolOutput {
  if (isError) return { type: 'error-json', value }
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }
}
