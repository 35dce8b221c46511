import type { Notice } from '@lamella/core'

/** The most positions that a notice lists. */
const listed = 20

/**
 * Creates the notice about pins beyond the limit; none if there are none.
 *
 * @param left Their positions in the store, newest first.
 */
export function overLimit(left: readonly number[], max: number): readonly Notice[] {
  if (left.length === 0) return []
  return [
    {
      code: 'PINS_OVER_LIMIT',
      what: `Pinned messages exceed the limit of ${max} tokens; these may be dropped like any other: ${listOf(left)}.`,
      fix: "Raise 'pin.max' of the history, or pin fewer messages.",
      details: { count: left.length, max, positions: left.slice(0, listed) },
    },
  ]
}

/** Pinned positions that a request does not show. */
export interface NotShown {
  /** A summary replaces them. */
  readonly summarized: readonly number[]
  /** After the end of the session. */
  readonly missing: readonly number[]
  /** Not sent in this epoch of the run. */
  readonly waiting: readonly number[]
}

/** Creates the notice about pins that a request does not show; none if it shows all. */
export function notShown({ summarized, missing, waiting }: NotShown): readonly Notice[] {
  const parts = [
    ...(summarized.length > 0 ? [`a summary replaces ${listOf(summarized)}`] : []),
    ...(missing.length > 0 ? [`the session has no ${listOf(missing)}`] : []),
    ...(waiting.length > 0 ? [`this epoch of the run does not send ${listOf(waiting)}`] : []),
  ]
  if (parts.length === 0) return []
  return [
    {
      code: 'PINS_NOT_SHOWN',
      what: `Pinned messages are not shown: ${parts.join('; ')}.`,
      ...(waiting.length > 0 && {
        fix: 'The next cut for room shows them, within the limit; a build without run shows them now.',
      }),
      details: {
        summarized: summarized.slice(0, listed),
        missing: missing.slice(0, listed),
        waiting: waiting.slice(0, listed),
      },
    },
  ]
}

function listOf(positions: readonly number[]): string {
  const more = positions.length - listed
  return `${positions.slice(0, listed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
