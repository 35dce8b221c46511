import type { AssistantMessage, AssistantPart, JsonValue, ToolOutput } from '@lamella/core'
import type { AnswerPart } from './contract/host.ts'
import { carried } from './prompt/carried.ts'

/**
 * Returns the content of an answer as a message, as the next step of the SDK will have it: with thinking and its signature,
 * calls, files, and the results of tools that the provider ran. Sources are no part of a message.
 */
export function answerMessage(content: readonly AnswerPart[]): AssistantMessage {
  return { role: 'assistant', content: content.flatMap(partOf) }
}

function partOf(part: AnswerPart): readonly AssistantPart[] {
  const { type, providerMetadata: providerOptions } = part
  const options = providerOptions && { providerOptions }
  switch (type) {
    case 'text':
    case 'reasoning':
      return part.text === '' && !options ? [] : [{ type, text: part.text ?? '', ...options }]
    case 'file':
      return [fileOf(part, options)]
    case 'tool-call': {
      const { toolCallId, toolName, input, providerExecuted } = part as unknown as {
        readonly toolCallId: string
        readonly toolName: string
        readonly input: string
        readonly providerExecuted?: boolean
      }
      const call = { type, toolCallId, toolName, input: inputOf(input), ...options } as const
      return [providerExecuted === true ? { ...call, providerExecuted } : call]
    }
    case 'tool-result': {
      const { toolCallId, toolName, result, isError, preliminary } = part as unknown as {
        readonly toolCallId: string
        readonly toolName: string
        readonly result: JsonValue
        readonly isError?: boolean
        readonly preliminary?: boolean
      }
      if (preliminary === true) return []
      return [{ type, toolCallId, toolName, output: outputOf(result, isError === true), ...options }]
    }
    case 'tool-approval-request': {
      const { approvalId, toolCallId } = part as unknown as { readonly approvalId: string; readonly toolCallId: string }
      return [{ type, approvalId, toolCallId }]
    }
    case 'source':
      return []
    default: {
      // A prompt has the same part, with its metadata under the other name.
      const { providerMetadata: _, ...rest } = part
      return [carried({ ...rest, ...options })]
    }
  }
}

function fileOf(part: AnswerPart, options: { readonly providerOptions: object } | undefined): AssistantPart {
  const { data, mediaType } = part as unknown as { readonly data: unknown; readonly mediaType: string }
  const tagged = data as { readonly type?: string; readonly data?: unknown; readonly url?: unknown } | undefined
  const inner = tagged?.type === 'data' ? tagged.data : tagged?.type === 'url' ? tagged.url : data
  return { type: 'file', data: inner, mediaType, ...options } as AssistantPart
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
