import type { ToolCallPart } from '@lamella/core'

/** The calls of the last assistant message that still await results. */
export interface OpenCalls {
  /** Returns the name of the tool that a result with this id answers, and marks that call as answered. */
  answer(toolCallId: string): string | undefined
  /** Does the same for the result of a legacy `function_call`, which has a name but no id. */
  answerByName(toolName: string): string | undefined
}

/**
 * Matches results with the calls of one assistant message: by id, and calls with the same id in order. Results never
 * match earlier messages, because ids are reused in later turns.
 */
export function openCalls(calls: readonly ToolCallPart[]): OpenCalls {
  const open = [...calls]
  const take = (found: number): ToolCallPart | undefined => (found === -1 ? undefined : open.splice(found, 1)[0])
  return {
    answer: (id) => take(open.findIndex((call) => call.toolCallId === id))?.toolName,
    answerByName: (name) => take(open.findIndex((call) => call.toolName === name))?.toolCallId,
  }
}
