import type { AssistantPart, Message, ToolPart } from '@lamella/core'

/** The most calls in one message that this check handles: each lookup scans the waiting calls. */
const mostCalls = 64

/** What the last non-tool message leaves open. One object is reused for all messages, because most need none of it. */
interface Open {
  /** Ids of calls without a result. */
  readonly waiting: string[]
  /** Ids of calls that the provider ran, which need no result. */
  readonly ran: string[]
  /** Ids of the requested approvals and of the calls they refer to. */
  readonly approvals: string[]
  readonly asked: string[]
  denied: boolean
}

/**
 * Returns whether pairing tools would leave a conversation unchanged from `start` on: each call is answered once, in
 * its message or in the tool messages directly after it, or waits at the end for approval; every result, approval and
 * response has its call. Returns false for rare cases, which the planner then decides.
 */
export function isWhole(all: readonly Message[], start: number): boolean {
  const open: Open = { waiting: [], ran: [], approvals: [], asked: [], denied: false }
  const { waiting, asked } = open
  for (let index = start; index < all.length; index++) {
    const message = all[index] as Message
    if (message.role === 'tool') {
      if (!readTool(message.content, open)) return false
    } else {
      if (waiting.length > 0) return false
      if (open.ran.length > 0) open.ran.length = 0
      if (asked.length > 0) forget(open)
      if (message.role !== 'assistant' || typeof message.content === 'string') continue
      if (!readAssistant(message.content, open)) return false
    }
  }
  return waiting.length === 0 || (!open.denied && waiting.every((id) => asked.includes(id)))
}

function forget(open: Open): void {
  open.approvals.length = 0
  open.asked.length = 0
  open.denied = false
}

function readAssistant(content: readonly AssistantPart[], open: Open): boolean {
  const { waiting, ran, approvals, asked } = open
  for (const part of content) {
    if (part.type === 'tool-call') {
      const list = part.providerExecuted ? ran : waiting
      if (list.push(part.toolCallId) > mostCalls) return false
    } else if (part.type === 'tool-result') {
      if (!take(open, part.toolCallId)) return false
    } else if (part.type === 'tool-approval-request') {
      // The call comes before the approval request and its result after it; any other order is rare.
      if (!waiting.includes(part.toolCallId) && !ran.includes(part.toolCallId)) return false
      approvals.push(part.approvalId)
      if (asked.push(part.toolCallId) > mostCalls) return false
    }
  }
  return true
}

function readTool(content: readonly ToolPart[], open: Open): boolean {
  for (const part of content) {
    if (part.type === 'tool-result') {
      if (!take(open, part.toolCallId)) return false
    } else {
      if (!open.approvals.includes(part.approvalId)) return false
      if (!part.approved) open.denied = true
    }
  }
  return true
}

function take({ waiting, ran }: Open, id: string): boolean {
  return takeFrom(waiting, id) || takeFrom(ran, id)
}

/** The last element replaces the removed one: the order does not matter. */
function takeFrom(ids: string[], id: string): boolean {
  const at = ids.indexOf(id)
  if (at < 0) return false
  const last = ids.pop() as string
  if (at < ids.length) ids[at] = last
  return true
}
