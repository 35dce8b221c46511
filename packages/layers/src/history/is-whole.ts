import type { AssistantPart, Message, ToolPart } from '@lamella/core'

/** Calls of one message beyond which nobody looks here: each look goes through those that wait. */
const mostCalls = 64

/** What the last message that is not a tool's leaves open. One object for all messages: most need nothing of it. */
interface Open {
  /** Ids of calls without a result. */
  readonly waiting: string[]
  /** Ids of calls that the provider ran, which need none. */
  readonly ran: string[]
  /** Ids of approvals that a person was asked for, and of the calls they are about. */
  readonly approvals: string[]
  readonly asked: string[]
  denied: boolean
}

/**
 * Whether the pairing of tools would leave a conversation as it is from `start` on: each call is answered, once, in its
 * message or in the tool messages directly behind it, or waits at the end for a person's word; nothing is without its
 * call. Of what is rare it says false, since then the planner decides.
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
      // The call stands before the question, and its result behind it; any other order is rare.
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

/** The last one takes the place of the one that is taken: the order does not matter. */
function takeFrom(ids: string[], id: string): boolean {
  const at = ids.indexOf(id)
  if (at < 0) return false
  const last = ids.pop() as string
  if (at < ids.length) ids[at] = last
  return true
}
