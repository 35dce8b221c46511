import type { AssistantPart, Message, ToolCallPart } from '@lamella/core'
import { inputOf } from '../answer.ts'
import type { HostTool } from '../contract/host.ts'

/**
 * Reads inputs of calls that are still text: UI messages return invalid JSON of a model as it wrote it, and no provider accepts text
 * as the input of a function. Each becomes what the loop sent in its place. Tools of a provider may take text.
 *
 * Source: `convertToModelMessages` (`rawInput`) of ai 6.0.322 and 7.0.173, read on 2026-12-01.
 */
export function withInputs(messages: readonly Message[], tools: readonly HostTool[] = []): readonly Message[] {
  const functions = new Set(tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : [])))
  const isText = (part: AssistantPart): part is ToolCallPart & { readonly input: string } =>
    part.type === 'tool-call' && typeof part.input === 'string' && functions.has(part.toolName)
  return messages.map((message) => {
    if (message.role !== 'assistant' || typeof message.content === 'string' || !message.content.some(isText))
      return message
    return {
      ...message,
      content: message.content.map((part) => (isText(part) ? { ...part, input: inputOf(part.input) } : part)),
    }
  })
}
