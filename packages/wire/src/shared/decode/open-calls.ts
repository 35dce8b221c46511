import type { ToolCallPart } from '@lamella/core'
import { groupBackwards } from '../tool-pairs.ts'

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
  const answered = new Set<number>()
  const places = [...calls.keys()]
  const byId = groupBackwards(places, (at) => calls[at]?.toolCallId)
  let byName: typeof byId | undefined
  const take = (open: number[] = []): ToolCallPart | undefined => {
    let at = open.pop()
    while (at !== undefined && answered.has(at)) at = open.pop()
    if (at === undefined) return undefined
    answered.add(at)
    return calls[at]
  }
  return {
    answer: (id) => take(byId.get(id))?.toolName,
    answerByName: (name) => {
      byName ??= groupBackwards(places, (at) => calls[at]?.toolName)
      return take(byName.get(name))?.toolCallId
    },
  }
}
