import type { Counter } from './counter.ts'
import type { Kept } from './fragment.ts'
import type { Layer } from './layer.ts'
import type { Message } from './message.ts'
import type { CacheReport, RequestPrefix } from './report.ts'

/** A part of the system prompt in its place. Sizes are tokens from the start of the request. */
export interface PlacedPart {
  readonly layer: Layer
  readonly kept: readonly Kept[]
  readonly text: string
  readonly start: number
  /** Where its text begins, behind what frames it or parts it from the one before. */
  readonly textStart: number
  readonly end: number
}

/** A kept fragment of a `messages` layer in its place, or all its texts as the one message that they became, by the first. */
export interface PlacedFragment {
  readonly layer: Layer
  readonly kept: Kept
  readonly messages: readonly Message[]
  /** Index of its first message in the request, and of the one behind its last. */
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** A request as a prompt cache sees it, with the tokens to every place as the build counted them. */
export interface RequestLayout {
  /** What frames the request. A provider puts it where it likes; here it stands before everything. */
  readonly start: number
  /** Behind the tools. */
  readonly tools: number
  readonly system: readonly PlacedPart[]
  readonly fragments: readonly PlacedFragment[]
}

/** A request that was just built, as a comparison sees it. */
export interface BuiltRequest {
  readonly request: RequestPrefix
  readonly layout: RequestLayout
  readonly counter: Counter
}

/** A request to compare the next one with. `previousRequest` of `@lamella/core/plugin` makes one. */
export interface PreviousRequest extends RequestPrefix {
  compare(built: BuiltRequest): Pick<CacheReport, 'prefix' | 'brokenBy'>
}
