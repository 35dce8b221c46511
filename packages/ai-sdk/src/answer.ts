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
  const { providerMetadata: providerOptions, ...rest } = part
  const options = providerOptions && { providerOptions }
  const whole = { ...rest, ...options }
  switch (part.type) {
    case 'source':
      return []
    case 'text':
    case 'reasoning':
      return part.text === '' && !options ? [] : [{ type: part.type, text: part.text, ...options }]
    case 'tool-call': {
      const { type, toolCallId, toolName, input, providerExecuted } = part
      const executed = providerExecuted && { providerExecuted }
      return [{ type, toolCallId, toolName, input: inputOf(input), ...executed, ...options }]
    }
    case 'tool-result': {
      const { type, toolCallId, toolName, result, isError, preliminary } = part
      return preliminary ? [] : [{ type, toolCallId, toolName, output: outputOf(result, isError), ...options }]
    }
    case 'file':
    case 'tool-approval-request':
      return [partFrom(whole) as AssistantPart]
    default:
      // V4 has more kinds, which are carried along.
      part satisfies never
      return [partFrom(whole) as AssistantPart]
  }
}

/** Arguments come as text; a model may have written anything. */
export function inputOf(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}

function outputOf(value: JsonValue, isError = false): ToolOutput {
  if (isError) return { type: 'error-json', value }
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }
}
