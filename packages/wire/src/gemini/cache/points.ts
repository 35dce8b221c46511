import type { CachePoint } from '@lamella/core'
import { wireError } from '../../shared/errors.ts'
import type { Turn } from '../../shared/turns.ts'
import type { WireContext } from '../../shared/wire-context.ts'

/** Where a request is cut in two: how many system parts and turns are in front. */
export interface CacheCut {
  readonly system: number
  readonly turns: number
  /** From the start of the request to the cut, at most. */
  readonly tokens: number
}

/**
 * The last place up to which a request stays for the session: behind the system parts, or behind the last whole page of the
 * history if so asked and if there is one.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a context without a report.
 */
export function findCut(context: WireContext, turns: readonly Turn[], upTo: 'session' | 'page'): CacheCut | undefined {
  const points = context.report?.cache.points
  if (points === undefined) {
    throw wireError(
      'WIRE_PARAMETER',
      'The context has no report, which says where its layers stay the same.',
      'Give what the build returned, with its report.',
      { parameter: 'context.report', value: context.report },
    )
  }
  const { system = [] } = context
  if (upTo === 'page') {
    const page = lastOf(points, (point) => point.of === 'page')
    // All messages stand behind all of the system prompt.
    if (page !== undefined) return { system: system.length, turns: turnsBefore(turns, page.index), tokens: page.tokens }
  }
  const layer = lastOf(points, ({ place, of }) => place === 'system' && (of === 'static' || of === 'session'))
  return layer === undefined ? undefined : { system: layer.index + 1, turns: 0, tokens: layer.tokens }
}

function lastOf(points: readonly CachePoint[], is: (point: CachePoint) => boolean): CachePoint | undefined {
  return points.findLast(is)
}

/**
 * How many turns stand before a cut behind a message. The rest begins at a user message, so that it is a conversation by
 * itself, and no call is parted from its result.
 */
function turnsBefore(turns: readonly Turn[], lastIndex: number): number {
  let count = turns.findIndex((turn) => endOf(turn) > lastIndex)
  if (count < 0) count = turns.length
  while (count > 0 && turns[count]?.role !== 'user') count--
  return count
}

/** The last message that a turn is made of. */
function endOf(turn: Turn): number {
  if (turn.role !== 'assistant') return turn.index
  return turn.pairs.reduce((end, { answer }) => Math.max(end, answer.index), turn.index)
}
