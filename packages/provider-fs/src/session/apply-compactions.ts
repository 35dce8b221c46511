import type { Message } from '@lamella/core'
import { type NewCompaction, overlayOf } from '@lamella/core/store'
import type { Placed } from './placed.ts'

/**
 * Shows each summary in place of the messages that it stands for, as `openSession` does. A summary of messages that are all
 * lost still stands where they stood.
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
  let behind: Pick<Placed<Message>, 'number' | 'start'> = { number: 1, start: 0 }
  return stretches.flatMap(({ end, summary }) => {
    const from = next
    while (next < values.length && (values[next]?.position ?? 0) < end) next++
    const covered = values.slice(from, next)
    const { number, start } = covered[0] ?? behind
    behind = covered.at(-1) ?? behind
    return summary ? [{ number, start, value: summary }] : covered
  })
}
