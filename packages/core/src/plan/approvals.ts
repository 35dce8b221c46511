import type { ToolApprovalRequest, ToolApprovalResponse } from '../contract/message.ts'
import type { PlacedCall } from './tool-calls.ts'

/** Where a message stands. */
interface Place {
  readonly fragment: number
  readonly message: number
  /** The number of the message among those that are not a tool's, or of the one before it. */
  readonly place: number
}

/** What a person was asked about the calls of one id in one message, and what they said. */
export interface Approval {
  /** The id of the calls. */
  readonly id: string
  readonly at: Place
  /** Parts of the message that ask. */
  readonly requests: number[]
  readonly responses: PlacedResponse[]
  /** How many of the calls are still there. */
  calls: number
}

/** A response, and where it stands. */
export interface PlacedResponse {
  readonly response: ToolApprovalResponse
  readonly fragment: number
  readonly message: number
  readonly part: number
  /** Nothing but tool messages is between it and the calls. */
  readonly direct: boolean
}

/** The approvals of a layer. */
export interface Approvals {
  readonly all: readonly Approval[]
  /** Notes a part that asks about so many calls of its message. */
  ask(request: ToolApprovalRequest, at: Place, part: number, calls: number): void
  /** The nearest request before a response belongs to it; false when there is none. */
  respond(response: ToolApprovalResponse, at: Place, part: number): boolean
  of(call: PlacedCall): Approval | undefined
}

export function createApprovals(): Approvals {
  const all: Approval[] = []
  const byId = new Map<string, Approval>()
  const byPlace = new Map<number, Map<string, Approval>>()
  const known = (place: number, id: string): Approval | undefined => byPlace.get(place)?.get(id)
  return {
    all,
    ask: ({ approvalId, toolCallId }, at, part, calls) => {
      let approval = known(at.place, toolCallId)
      if (approval === undefined) {
        approval = { id: toolCallId, at, requests: [], responses: [], calls }
        all.push(approval)
        const here = byPlace.get(at.place) ?? new Map<string, Approval>()
        byPlace.set(at.place, here.set(toolCallId, approval))
      }
      approval.requests.push(part)
      byId.set(approvalId, approval)
    },
    respond: (response, { fragment, message, place }, part) => {
      const approval = byId.get(response.approvalId)
      approval?.responses.push({ response, fragment, message, part, direct: approval.at.place === place })
      return approval !== undefined
    },
    of: ({ place, call }) => (all.length === 0 ? undefined : known(place, call.toolCallId)),
  }
}

/** The response that denies the calls. The first decides: later ones are replays. */
export function denialOf(approval: Approval | undefined): PlacedResponse | undefined {
  const first = approval?.responses[0]
  return first?.response.approved === false ? first : undefined
}
