import type { Fragment } from '../contract/fragment.ts'
import type { ToolApprovalResponse, ToolCallPart, ToolOutput, ToolResultPart } from '../contract/message.ts'
import type { RepairAction } from '../contract/report.ts'
import type { Added, At } from './message-edits.ts'

/** What happens to a tool call without a result, and to a result without a call. */
export interface RepairPolicy {
  /**
   * `synthesize`: a marked stand-in becomes the call's result; for a denied call it records the denial. `drop`: the call is
   * dropped with its approval. Default `synthesize`.
   */
  readonly missingResult?: 'synthesize' | 'drop' | 'fail'
  /** `drop`: the result is dropped. Default `drop`. */
  readonly orphanResult?: 'drop' | 'fail'
  /** Calls that the provider holds, by id: a result of one is sent although its call is not in the request. Default: none. */
  readonly heldCalls?: 'all' | readonly string[]
}

/** One repair of a layer's tool calls. */
export interface Repair {
  readonly fragment: string
  readonly repair: RepairAction
  /** The tool call, or the approval if there is no call. */
  readonly id: string
}

/** The surroundings of a layer's messages. */
export interface PairingEnds {
  /** Whether messages will follow those of the layer, so that nothing in it is pending. */
  readonly followed?: boolean
  /** Messages before this position were sent, and stay as they were. Absent: nothing was sent. */
  readonly sentTo?: number | undefined
}

/** Fragments in which every call has a result and every result has a call. */
export interface Paired {
  readonly fragments: readonly Fragment[]
  /** Pairs of indices of fragments that belong together. */
  readonly links: readonly (readonly [number, number])[]
  readonly repairs: readonly Repair[]
  /** Whether calls at the end wait for approval, or for the program that runs them afterwards. */
  readonly waits: boolean
}

/** A call and its position. */
export interface Call {
  readonly call: ToolCallPart
  readonly at: At
  /** The index of its message, not counting tool messages. */
  readonly place: number
  /** The previous call with this id. */
  readonly before: Call | undefined
  answered: boolean
  /** The result that counts, and what was added if it was moved. Absent if it is not one of the layer's. */
  result?: { readonly result: ToolResultPart; readonly at: At; readonly added: Added | undefined }
  approval?: Approval
}

/** The approval requests and responses for the calls of one id in one message. */
export interface Approval {
  /** The id of the calls. */
  readonly id: string
  /** The first of the requests. */
  readonly at: At
  readonly place: number
  readonly requests: At[]
  /** `direct`: only tool messages are between it and the calls. */
  readonly responses: { readonly response: ToolApprovalResponse; readonly at: At; readonly direct: boolean }[]
  /** How many of the calls remain. */
  calls: number
}

/** The newest call of each id. */
export type Calls = Map<string, Call | undefined>

/** Discards calls with a result on the way, so that reused ids cost nothing. */
export function firstOpen(calls: Calls, id: string): Call | undefined {
  let call = calls.get(id)
  while (call?.answered) call = call.before
  calls.set(id, call)
  return call
}

/** Returns the response that denies the calls. The first decides: later ones are replays. */
export function denialOf(approval: Approval | undefined): Approval['responses'][number] | undefined {
  const first = approval?.responses[0]
  return first?.response.approved === false ? first : undefined
}

/** The text of a synthesized result. It is marked, so that it is not mistaken for the tool's own output. */
export const missingResultText = '[No result of this tool call was recorded.]'

const waitingText = '[This tool call waits for approval. It has not run yet.]'

/** Creates the marked result for a call without one. */
export function standIn(call: ToolCallPart): ToolResultPart {
  return marked(call, { type: 'error-text', value: missingResultText })
}

/** Creates the marked result of a call that waits for approval while the conversation goes on: nothing has failed. */
export function waitingResult(call: ToolCallPart): ToolResultPart {
  return marked(call, { type: 'text', value: waitingText })
}

/** Creates the marked result of a denied call. */
export function deniedResult(call: ToolCallPart, reason: string | undefined): ToolResultPart {
  return marked(call, reason === undefined ? { type: 'execution-denied' } : { type: 'execution-denied', reason })
}

function marked({ toolCallId, toolName }: ToolCallPart, output: ToolOutput): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output, providerOptions: { lamella: { synthetic: true } } }
}
