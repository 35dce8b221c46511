import { wireError } from '../../shared/errors.ts'
import type { Turn } from '../../shared/turns.ts'
import type { WireContext } from '../../shared/wire-context.ts'

/** Where a request is split: the number of system parts and turns before the split. */
export interface CacheCut {
  readonly system: number
  readonly turns: number
  /** The maximum number of tokens from the start of the request to the split. */
  readonly tokens: number
}

/**
 * Returns the last point up to which a request stays the same for the session: after the system parts or, if requested
 * and present, after the last whole page of the history.
 *
 * @throws LamellaError `WIRE_PARAMETER` if the context has no report.
 */
export function findCut(context: WireContext, turns: readonly Turn[], upTo: 'session' | 'page'): CacheCut | undefined {
  const points = context.report?.cache.points
  if (points === undefined) {
    throw wireError(
      'WIRE_PARAMETER',
      'The context has no report, which is needed to find its stable layers.',
      'Pass the value that the build returned, including its report.',
      { parameter: 'context.report', value: context.report },
    )
  }
  const { system = [] } = context
  if (upTo === 'page') {
    const page = points.findLast((point) => point.of === 'page')
    // All messages follow the whole system prompt.
    if (page !== undefined) return { system: system.length, turns: turnsBefore(turns, page.index), tokens: page.tokens }
  }
  const layer = points.findLast(({ place, of }) => place === 'system' && (of === 'static' || of === 'session'))
  return layer === undefined ? undefined : { system: layer.index + 1, turns: 0, tokens: layer.tokens }
}

/**
 * Returns the number of turns before a split that follows a message. The rest starts with a user message, so that it is
 * a conversation in its own right and no call is separated from its result.
 */
function turnsBefore(turns: readonly Turn[], lastIndex: number): number {
  let count = turns.findIndex((turn) => endOf(turn) > lastIndex)
  if (count < 0) count = turns.length
  while (count > 0 && turns[count]?.role !== 'user') count--
  return count
}

/** The last message that a turn contains. */
function endOf(turn: Turn): number {
  if (turn.role !== 'assistant') return turn.index
  return turn.pairs.reduce((end, { answer }) => Math.max(end, answer.index), turn.index)
}
