import type { AssistantPart, Message, Part, ToolOutput, ToolResultPart } from '@lamella/core'

/** A call and its result. */
export interface Called {
  readonly id: string
  readonly tool: string
  readonly output: ToolOutput
}

export const text = (value: string): ToolOutput => ({ type: 'text', value })

export const calls = (...list: readonly Called[]): Message => ({
  role: 'assistant',
  content: list.map(
    ({ id, tool }): AssistantPart => ({ type: 'tool-call', toolCallId: id, toolName: tool, input: {} }),
  ),
})

export const resultOf = ({ id, tool, output }: Called): ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: tool,
  output,
})

export const results = (...list: readonly Called[]): Message => ({ role: 'tool', content: list.map(resultOf) })

/** Returns the outputs of the results in messages, by the id of the call. */
export function outputsIn(messages: readonly Message[]): ReadonlyMap<string, ToolOutput> {
  const parts = messages.flatMap(({ content }): readonly Part[] => (typeof content === 'string' ? [] : content))
  return new Map(parts.flatMap((part) => (part.type === 'tool-result' ? [[part.toolCallId, part.output]] : [])))
}
