import type { LamellaError, Message, ToolCallPart, ToolResultPart } from '@lamella/core'
import { wireError } from './errors.ts'

/** A tool call and which part of its message it is. */
export interface PlacedCall {
  readonly call: ToolCallPart
  readonly part: number
}

/** A tool result and where it stands in the context. */
export interface PlacedResult {
  readonly result: ToolResultPart
  readonly index: number
  readonly part: number
}

/** Calls that have a result, their results in the same order, and the calls that have none. */
export interface PairedCalls {
  readonly answered: readonly PlacedCall[]
  readonly answers: readonly PlacedResult[]
  readonly open: readonly PlacedCall[]
}

/** The results in the tool messages from `start` up to the next message of another role. */
export function resultsFrom(messages: readonly Message[], start: number): readonly PlacedResult[] {
  const results: PlacedResult[] = []
  for (let index = start, message = messages[index]; message?.role === 'tool'; message = messages[++index]) {
    for (let part = 0; part < message.content.length; part++) {
      const result = message.content[part]
      if (result !== undefined) results.push({ result, index, part })
    }
  }
  return results
}

/**
 * Gives each call its result: by id, calls and results of the same id in their order.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR` for a result that answers none of the calls.
 */
export function pairCalls(calls: readonly PlacedCall[], results: readonly PlacedResult[]): PairedCalls {
  if (isInOrder(calls, results)) return { answered: calls, answers: results, open: [] }

  const found: (PlacedResult | undefined)[] = calls.map(() => undefined)
  let first = 0 // Results mostly stand in the order of their calls: begin where no result is found yet.
  for (const placed of results) {
    const id = placed.result.toolCallId
    let call = first
    while (call < calls.length && (calls[call]?.call.toolCallId !== id || found[call] !== undefined)) call++
    if (call === calls.length) throw orphanResult(placed.index, id)
    found[call] = placed
    while (first < calls.length && found[first] !== undefined) first++
  }
  return {
    answered: calls.filter((_, call) => found[call] !== undefined),
    answers: found.filter((placed) => placed !== undefined),
    open: calls.filter((_, call) => found[call] === undefined),
  }
}

function isInOrder(calls: readonly PlacedCall[], results: readonly PlacedResult[]): boolean {
  if (calls.length !== results.length) return false
  for (let i = 0; i < calls.length; i++) {
    if (calls[i]?.call.toolCallId !== results[i]?.result.toolCallId) return false
  }
  return true
}

/** The error for a result that answers no call of the assistant message before it. */
export function orphanResult(index: number, toolCallId: string): LamellaError {
  return wireError(
    'WIRE_TOOL_PAIR',
    `The result of ${JSON.stringify(toolCallId)} at messages[${index}] answers no call of the assistant message before it.`,
    'Put each tool result directly after the message that called it; a context built by Lamella has them so.',
    { index, toolCallId },
  )
}

/** The error for a call without a result. */
export function unansweredCall(index: number, toolCallId: string): LamellaError {
  return wireError(
    'WIRE_TOOL_PAIR',
    `The call ${JSON.stringify(toolCallId)} at messages[${index}] has no result in the tool messages after it.`,
    'Add its result, or build the context with a policy for missing results.',
    { index, toolCallId },
  )
}
