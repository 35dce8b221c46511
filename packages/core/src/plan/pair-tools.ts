import type { Fragment } from '../contract/fragment.ts'
import type { AssistantMessage, ToolCallPart, ToolResultPart } from '../contract/message.ts'
import { LamellaError } from '../errors.ts'
import { createMessageEdits, isThoughtOnly } from './message-edits.ts'

/** What becomes of a tool call without a result, and of a result without a call. */
export interface RepairPolicy {
  /** `synthesize`: a marked stand-in answers the call. `drop`: the call goes. Default `synthesize`. */
  readonly missingResult?: 'synthesize' | 'drop' | 'fail'
  /** `drop`: the result goes. Default `drop`. */
  readonly orphanResult?: 'drop' | 'fail'
}

/** One thing that was put right. */
export interface Repair {
  readonly fragment: string
  readonly detail: string
}

/** Fragments in which every call is answered and every result answers a call. */
export interface Paired {
  readonly fragments: readonly Fragment[]
  /** Pairs of indices of fragments that belong together. */
  readonly links: readonly (readonly [number, number])[]
  readonly repairs: readonly Repair[]
}

/** What a synthesized result says. It is marked, so that nobody takes it for the tool's own words. */
export const missingResultText = '[No result of this tool call was recorded.]'

interface Call {
  readonly tool: ToolCallPart
  readonly fragment: number
  readonly message: number
  readonly part: number
  answered: boolean
}

/**
 * Pairs tool calls with their results by position: a result answers the nearest unanswered call of its id before it,
 * since real conversations reuse ids. A result that stands elsewhere than directly behind its call is moved there; what
 * has no counterpart is treated by policy.
 *
 * @throws LamellaError `TOOL_PAIR_BROKEN` where the policy is `fail`
 */
export function pairTools(layer: string, fragments: readonly Fragment[], policy: RepairPolicy): Paired {
  const { missingResult = 'synthesize', orphanResult = 'drop' } = policy
  const edits = createMessageEdits()
  const links: (readonly [number, number])[] = []
  const repairs: Repair[] = []
  const calls: Call[] = []
  const openById = new Map<string, Call[]>()
  const nameOf = (index: number): string => fragments[index]?.id ?? ''
  const repaired = (index: number, detail: string): void => void repairs.push({ fragment: nameOf(index), detail })

  // The calls that the message at hand answers if it is a tool message, and the thought that leads to the next message.
  let current: readonly Call[] = []
  let thought = -1

  const answer = (result: ToolResultPart, fragment: number, message: number, part: number): void => {
    const direct = current.find((call) => !call.answered && call.tool.toolCallId === result.toolCallId)
    const call = direct ?? lastOpen(openById.get(result.toolCallId))
    if (call) call.answered = true
    if (call && call === direct) {
      if (call.fragment !== fragment) links.push([call.fragment, fragment])
      return
    }
    edits.removePart(fragment, message, part)
    if (call) {
      edits.insertBehind(call.fragment, call.message, result)
      repaired(fragment, 'a tool result was moved behind its call')
    } else if (orphanResult === 'fail') {
      throw broken(layer, nameOf(fragment), result.toolCallId, 'result', 'call')
    } else repaired(fragment, 'a tool result without a call was dropped')
  }

  for (const [index, fragment] of fragments.entries()) {
    const messages = typeof fragment.content === 'string' ? [] : fragment.content
    if (messages.length === 0) current = []
    for (const [position, message] of messages.entries()) {
      if (message.role === 'tool') {
        for (const [part, result] of message.content.entries()) answer(result, index, position, part)
        continue
      }
      current = message.role === 'assistant' ? callsOf(message, index, position) : []
      for (const call of current) {
        calls.push(call)
        const open = openById.get(call.tool.toolCallId)
        if (open) open.push(call)
        else openById.set(call.tool.toolCallId, [call])
      }
      if (message.role === 'assistant' && thought >= 0 && thought !== index) links.push([thought, index])
      thought = isThoughtOnly(message) ? index : -1
    }
  }

  for (const call of calls) {
    if (call.answered) continue
    if (missingResult === 'fail') throw broken(layer, nameOf(call.fragment), call.tool.toolCallId, 'call', 'result')
    if (missingResult === 'drop') {
      edits.removePart(call.fragment, call.message, call.part)
      repaired(call.fragment, 'a tool call without a result was dropped')
    } else {
      edits.insertBehind(call.fragment, call.message, standIn(call.tool))
      repaired(call.fragment, 'a missing tool result got a marked stand-in')
    }
  }
  if (edits.empty) return { fragments, links, repairs }
  const { fragments: edited, moved } = edits.apply(fragments)
  const kept = links.map(([a, b]) => [moved[a] ?? -1, moved[b] ?? -1] as const).filter(([a, b]) => a >= 0 && b >= 0)
  return { fragments: edited, links: kept, repairs }
}

/** The nearest unanswered call; answered ones are forgotten on the way, so that reused ids cost nothing. */
function lastOpen(calls: Call[] | undefined): Call | undefined {
  while (calls?.at(-1)?.answered) calls.pop()
  return calls?.at(-1)
}

function callsOf(message: AssistantMessage, fragment: number, position: number): readonly Call[] {
  if (typeof message.content === 'string') return []
  const calls: Call[] = []
  for (const [part, tool] of message.content.entries()) {
    if (tool.type !== 'tool-call' || tool.providerExecuted) continue
    calls.push({ tool, fragment, message: position, part, answered: false })
  }
  return calls
}

function standIn(call: ToolCallPart): ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    output: { type: 'error-text', value: missingResultText },
    providerOptions: { lamella: { synthetic: true } },
  }
}

function broken(layer: string, fragment: string, toolCallId: string, has: string, lacks: string): LamellaError {
  return new LamellaError({
    code: 'TOOL_PAIR_BROKEN',
    message: `Layer '${layer}', fragment '${fragment}': the tool ${has} '${toolCallId}' has no ${lacks}.`,
    fix: 'Complete the history, or choose another policy with repair({ missingResult, orphanResult }).',
    details: { layer, fragment, toolCallId },
  })
}
