import type { ToolCallPart } from '@lamella/core'

/** The calls of the last assistant message, as results come in for them. */
export interface OpenCalls {
  /** The name of the tool that a result with this id answers, and takes that call off the list. */
  answer(toolCallId: string): string | undefined
  /** The same for the result of an old `function_call`, which has a name and no id. */
  answerByName(toolName: string): string | undefined
}

/**
 * Pairs results with the calls of one assistant message: by id, calls of the same id in their order. Results never reach
 * further back, since ids are used again in later turns.
 */
export function openCalls(calls: readonly ToolCallPart[]): OpenCalls {
  const open = [...calls]
  const take = (found: number): ToolCallPart | undefined => (found === -1 ? undefined : open.splice(found, 1)[0])
  return {
    answer: (id) => take(open.findIndex((call) => call.toolCallId === id))?.toolName,
    answerByName: (name) => take(open.findIndex((call) => call.toolName === name))?.toolCallId,
  }
}
