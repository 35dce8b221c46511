import type { SystemPart } from '../contract/context.ts'
import type { FragmentContent } from '../contract/fragment.ts'
import type { ContextTool, Message, Parameters } from '../contract/message.ts'
import type { ContentLimits, LimitName, LimitUse, PlanLayer, RequestLimits } from '../contract/truncation.ts'
import type { LimitRungs } from '../plan/limit-rungs.ts'
import type { Plan } from '../plan/plan.ts'
import type { Schedule } from '../plan/schedule.ts'
import type { ComposedContext, ComposedLayer } from './compose-context.ts'
import type { Measured } from './measure-layer.ts'

/**
 * What a provider limits in a request beside its tokens, with what counts for it: bytes, images, tools. `requestLimiter` of
 * `@lamella/models` makes one, so that a program without such limits loads none of the counting.
 */
export interface Limits {
  readonly most: RequestLimits
  /** The limits of a request with these tools and parameters. */
  of(request: { readonly tools: readonly ContextTool[]; readonly parameters: Parameters }): LimitsOfRequest
}

/** What of a request counts for its limits. */
export interface LimitedContent {
  readonly system: readonly SystemPart[]
  readonly messages: readonly Message[]
}

/** The limits of one request. */
export interface LimitsOfRequest {
  withTools(tools: readonly ContextTool[]): LimitsOfRequest
  /** With a share of the bytes and images, 0 to 1. A single image is as large as it is. */
  share(part: number): LimitsOfRequest
  /** Checks the tools, which are never dropped. @throws LamellaError `LIMIT_OVERFLOW` */
  check(): void
  /** Returns the first limit that content passes. */
  passed(content: LimitedContent): LimitName | undefined
  /** Fits a request that passes a limit with everything kept. @throws LamellaError `CONTEXT_OVERFLOW`, `LIMIT_OVERFLOW` */
  fit(request: PassedRequest): Fitted
  uses(content: LimitedContent): Partial<Record<LimitName, LimitUse>>
  /** Returns what a content takes of a limit. */
  amount(content: FragmentContent, name: keyof ContentLimits): number
}

/** A request that passes a limit, and the planner that fits it. */
export interface PassedRequest {
  readonly measured: readonly Measured[]
  /** The layers with everything kept. */
  readonly wholes: readonly ComposedLayer[]
  /** Whether the tokens fit with everything kept. */
  readonly fitsWindow: boolean
  /** Plans and composes layers whose units have amounts. @param from The minimum number of blocks to take. Default: those that the window requires. */
  fitWindow(
    planLayers: readonly PlanLayer[],
    whole: Schedule,
    limited?: readonly LimitRungs[],
    from?: number,
  ): { readonly fitted: Fitted; readonly blocks: number }
  schedule(planLayers: readonly PlanLayer[]): Schedule
  readonly sizes: Sizes
}

/** Fixed costs of a request and its sizes, in tokens. */
export interface Sizes {
  readonly window: number
  readonly reserve: number
  readonly tools: number
  /** The limits beside the tokens; `undefined` if there are none. */
  readonly limits: LimitsOfRequest | undefined
}

/** A context that fits, and the plan that made it fit. */
export interface Fitted extends ComposedContext {
  readonly sizes: Sizes
  readonly plan: Plan
  /** What the plan was made from, if a limit other than the window asked for it. */
  readonly limited?: { readonly layers: readonly PlanLayer[]; readonly room: ContentLimits }
}
