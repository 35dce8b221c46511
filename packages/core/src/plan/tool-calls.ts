import type { ToolApprovalRequest, ToolApprovalResponse, ToolCallPart, ToolResultPart } from '../contract/message.ts'
import type { Added, At } from './message-edits.ts'

/** A result of a call, and what was added if it was moved there. */
interface PlacedResult {
  readonly result: ToolResultPart
  readonly at: At
  readonly added?: Added
}

/** A call and its position. */
export interface PlacedCall {
  readonly call: ToolCallPart
  readonly at: At
  /** The index of its message, not counting tool messages. */
  readonly place: number
  answered: boolean
  /** The result that counts. Absent if it is not one of the layer's. */
  result?: PlacedResult
  /** The previous call with this id. */
  readonly before: PlacedCall | undefined
}

/** The calls of a layer, and which of them still need a result. */
export interface ToolCalls {
  /** Calls that the program has to answer, in order. A provider that runs a tool itself may return a result or not. */
  readonly own: readonly PlacedCall[]
  /** The index of the newest message that is not a tool message. */
  readonly place: number
  /** Starts a message whose calls are answered by the tool messages after it. */
  begin(): void
  add(call: ToolCallPart, at: At): void
  /** Takes the nearest call of an id that has no result yet, preferring those of the program. */
  take(id: string): PlacedCall | undefined
  /** Does the same, but only among the calls of the newest message. */
  takeHere(id: string): PlacedCall | undefined
  /** Returns the program's call of an id that was answered last. */
  answered(id: string): PlacedCall | undefined
}

/** Real conversations reuse ids, so calls are found by position. All lookups together take one pass. */
export function createToolCalls(): ToolCalls {
  const own: PlacedCall[] = []
  const newest = new Map<string, PlacedCall | undefined>()
  const newestRan = new Map<string, PlacedCall | undefined>()
  const answered = new Map<string, PlacedCall>()
  let place = 0
  const nearest = (id: string): PlacedCall | undefined => {
    const called = firstOpen(newest, id)
    const ran = newestRan.size === 0 ? undefined : firstOpen(newestRan, id)
    return called && ran && ran.place > called.place ? ran : (called ?? ran)
  }
  const answer = (taken: PlacedCall): PlacedCall => {
    taken.answered = true
    if (!taken.call.providerExecuted) answered.set(taken.call.toolCallId, taken)
    return taken
  }
  return {
    own,
    get place() {
      return place
    },
    begin: () => {
      place++
    },
    add: (call, at) => {
      const lists = call.providerExecuted ? newestRan : newest
      const before = lists.get(call.toolCallId)
      const placed = { call, at, place, answered: false, before }
      lists.set(call.toolCallId, placed)
      if (lists === newest) own.push(placed)
    },
    take: (id) => {
      const taken = nearest(id)
      return taken && answer(taken)
    },
    takeHere: (id) => {
      const taken = nearest(id)
      return taken?.place === place ? answer(taken) : undefined
    },
    answered: (id) => answered.get(id),
  }
}

/** Discards calls with a result on the way, so that reused ids cost nothing. */
function firstOpen(calls: Map<string, PlacedCall | undefined>, id: string): PlacedCall | undefined {
  const last = calls.get(id)
  let call = last
  while (call?.answered) call = call.before
  if (call !== last) calls.set(id, call)
  return call
}

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
interface PlacedResponse {
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
