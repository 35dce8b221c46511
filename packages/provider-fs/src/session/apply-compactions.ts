import type { Message } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import { overlayOf } from '@lamella/store'
import type { Placed } from './placed.ts'

/**
 * Replaces messages with their summaries, as `openSession` does. A summary whose messages are all lost keeps its
 * position.
 *
 * @param values Messages with their positions in the session, ascending.
 */
export function applyCompactions(
  values: readonly Placed<Message>[],
  compactions: readonly NewCompaction[],
): readonly Placed<Message>[] {
  if (compactions.length === 0) return values
  const length = Math.max((values.at(-1)?.position ?? -1) + 1, ...compactions.map(({ end }) => end))
  const { stretches } = overlayOf(length, compactions)
  let next = 0
  let previous: Pick<Placed<Message>, 'number' | 'start'> = { number: 1, start: 0 }
  return stretches.flatMap(({ end, summary }) => {
    const from = next
    while (next < values.length && (values[next]?.position ?? 0) < end) next++
    const covered = values.slice(from, next)
    const { number, start } = covered[0] ?? previous
    previous = covered.at(-1) ?? previous
    return summary ? [{ number, start, value: summary }] : covered
  })
}
