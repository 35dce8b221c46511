import type { Kept } from './fragment.ts'
import type { Layer } from './layer.ts'
import type { Message } from './message.ts'

/** A part of the system prompt and its position. Sizes are tokens from the start of the request. */
export interface PlacedPart {
  readonly layer: Layer
  readonly kept: readonly Kept[]
  readonly text: string
  readonly start: number
  /** Where its text begins, after its framing or the separator from the previous one. */
  readonly textStart: number
  readonly end: number
}

/**
 * A kept fragment of a `messages` layer and its position; if all its texts became one message, the first fragment represents it.
 */
export interface PlacedFragment {
  readonly layer: Layer
  readonly kept: Kept
  readonly messages: readonly Message[]
  /** Index of its first message in the request, and of the one after its last. */
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** A request as a prompt cache sees it, with the cumulative tokens at every position as the build counted them. */
export interface RequestLayout {
  /** Framing of the request. Providers differ in where they put it; here it precedes everything. */
  readonly start: number
  /** After the tools. */
  readonly tools: number
  readonly system: readonly PlacedPart[]
  readonly fragments: readonly PlacedFragment[]
}
