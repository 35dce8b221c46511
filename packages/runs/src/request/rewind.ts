import type { RunState } from '../contract/run.ts'
import type { SessionChain } from './session-chain.ts'

/** A run, as far as the session still holds it. */
export interface Rewound {
  readonly run: RunState
  /** The position from which on the session is not what was sent. `undefined` if all of it is. */
  readonly editedFrom: number | undefined
}

/**
 * Takes a run back to the last turn before which the session is what it was when it was sent: after an edit, or after a
 * turn that never got an answer. What was inserted later is announced again.
 *
 * @param length The session's length: thinking from the edit up to there was made in another context.
 */
export function rewind(run: RunState, chain: SessionChain, length: number): Rewound {
  const holds = ({ at, hash }: RunState['marks'][number]): boolean => chain.hashBefore(at) === hash
  // The last mark stands for all of them.
  const last = run.marks.at(-1)
  if (last === undefined || holds(last)) return { run, editedFrom: undefined }
  const broken = run.marks.findIndex((mark) => !holds(mark))
  const marks = run.marks.slice(0, broken)
  const editedFrom = marks.at(-1)?.at ?? run.kept[0]?.[0] ?? 0
  const inserts = run.inserts.filter(({ at }) => at <= editedFrom)
  return { run: { ...run, marks, inserts, stale: withStale(run.stale, editedFrom, length) }, editedFrom }
}

function withStale(stale: RunState['stale'], from: number, end: number): RunState['stale'] {
  // Nothing is marked inside of a range, so none reaches beyond the place.
  const before = stale.filter(([start]) => start < from)
  return from < end ? [...before, [from, end]] : before
}
