import { contentKey } from '@lamella/core/plugin'
import { contentFingerprint, sentText } from '@lamella/store'
import type { RunState } from '../contract/run.ts'
import { mustHaveList } from './check-asked.ts'

/**
 * Returns a fingerprint of what the requests of an epoch begin with: the head, and everything before a message of the
 * session. `undefined` if that is not all that the session has there.
 *
 * @param before The position of the message, as the session of the run shows it.
 * @throws LamellaError `RUN_INVALID`
 */
export function sentPrefix(run: RunState, before: number): string | undefined {
  mustHaveList(run, 'kept')
  const { epoch, model, head, kept, forms, inserts, stale, summaries } = run
  const [first] = kept
  if (first === undefined || first[0] > 0 || (kept.length > 1 && first[1] < before)) return undefined
  const { tools, definitions, system, lead } = head
  return contentKey(
    JSON.stringify([
      epoch,
      model,
      tools,
      definitions,
      system.map(({ content }) => content),
      lead.map(({ message }) => sentText(message)),
      Object.entries(forms).flatMap(([position, { hash, messages }]) =>
        Number(position) < before ? [position, hash, contentFingerprint(messages)] : [],
      ),
      inserts.flatMap(({ at, message }) => (at < before ? [at, sentText(message)] : [])),
      stale.flatMap(([start, end]) => (start < before ? [start, Math.min(end, before)] : [])),
      summaries,
    ]),
  )
}
