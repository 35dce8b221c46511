import type { ToolApprovalRequest, ToolApprovalResponse } from '../contract/message.ts'
import type { At } from './message-edits.ts'
import type { PlacedCall } from './tool-calls.ts'

/** The approval request and response for the calls of one id in one message. */
export interface Approval {
  /** The id of the calls. */
  readonly id: string
  /** The first of the requests. */
  readonly at: At
  /** The index of their message, not counting tool messages. */
  readonly place: number
  readonly requests: At[]
  readonly responses: PlacedResponse[]
  /** How many of the calls remain. */
  calls: number
}

/** A response and its position. */
export interface PlacedResponse {
  readonly response: ToolApprovalResponse
  readonly at: At
  /** Only tool messages are between it and the calls. */
  readonly direct: boolean
}

/** The approvals of a layer. */
export interface Approvals {
  readonly all: readonly Approval[]
  /** Records an approval request for the given number of calls of its message, which is at that place. */
  ask(request: ToolApprovalRequest, at: At, place: number, calls: number): void
  /** Finds the nearest request before a response; false if there is none. `place`: the newest before it. */
  respond(response: ToolApprovalResponse, at: At, place: number): boolean
  of(call: PlacedCall): Approval | undefined
}

export function createApprovals(): Approvals {
  const all: Approval[] = []
  const byId = new Map<string, Approval>()
  const byCalls = new Map<string, Approval>()
  const keyOf = (place: number, toolCallId: string): string => `${place} ${toolCallId}`
  return {
    all,
    ask: ({ approvalId, toolCallId }, at, place, calls) => {
      const key = keyOf(place, toolCallId)
      let approval = byCalls.get(key)
      if (approval === undefined) {
        approval = { id: toolCallId, at, place, requests: [], responses: [], calls }
        all.push(approval)
        byCalls.set(key, approval)
      }
      approval.requests.push(at)
      byId.set(approvalId, approval)
    },
    respond: (response, at, place) => {
      const approval = byId.get(response.approvalId)
      approval?.responses.push({ response, at, direct: approval.place === place })
      return approval !== undefined
    },
    of: ({ place, call }) => (all.length === 0 ? undefined : byCalls.get(keyOf(place, call.toolCallId))),
  }
}

/** Returns the response that denies the calls. The first decides: later ones are replays. */
export function denialOf(approval: Approval | undefined): PlacedResponse | undefined {
  const first = approval?.responses[0]
  return first?.response.approved === false ? first : undefined
}
