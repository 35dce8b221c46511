import type { Session } from '@lamella/core'
import { nativeSummaryOf, summaryRange } from '@lamella/core/plugin'
import { summariesFingerprint } from '@lamella/store'
import type { RunState } from '../contract/run.ts'
import { sentPrefix } from './sent-prefix.ts'
import type { SessionChain } from './session-chain.ts'

/**
 * Returns a run as it goes on after a summary that its provider wrote of exactly what it had been sent: with the same head
 * and the same messages and updates after it, so that their thinking stays valid. `undefined` if the summary is another
 * one, or if something would be missing from the request.
 *
 * Source: Anthropic, "Compaction and preserved thinking", read on 2026-11-23.
 */
export function afterSummary(run: RunState, session: Session): RunState | undefined {
  const { summaries = [] } = session
  const [summary, ...others] = summaries
  if (summary === undefined || summary.position !== 0 || others.length > 0) return undefined
  const [range, native] = [summaryRange(summary.message), nativeSummaryOf(summary.message)]
  const hidden = run.summaries === '' ? 0 : run.hidden
  if (range?.start !== 0 || native?.prefix === undefined || hidden === undefined || !session.appendOnly)
    return undefined
  const at = range.end - hidden
  const isSent = 0 < at && at <= (run.marks.at(-1)?.at ?? 0)
  if (!isSent || sentPrefix(run, at) !== native.prefix) return undefined
  // The digest says what the summary has replaced, too. Other messages before the session would be missing.
  if (run.head.lead.some(({ layer }) => layer !== run.digest?.layer)) return undefined
  const moved = (position: number): number => position - at + 1
  const { turn, digest, model, makers } = run
  // What was dropped is in the summary.
  const rows = run.rows?.flatMap(({ row, position }) =>
    position === undefined || position < at ? [] : [{ row, position: moved(position) }],
  )
  return {
    spec: run.spec,
    scope: run.scope,
    epoch: run.epoch + 1,
    ...(model !== undefined && { model }),
    ...(makers && { makers: makers.map(([from, name]) => [Math.max(0, moved(from)), name] as const) }),
    head: { ...run.head, lead: [] },
    kept: [[0, Math.max(1, moved(run.kept.at(-1)?.[1] ?? 0))]],
    forms: Object.fromEntries(
      Object.entries(run.forms).flatMap(([position, form]) =>
        Number(position) < at ? [] : [[moved(Number(position)), form]],
      ),
    ),
    inserts: run.inserts.flatMap(({ result, ...insert }) => {
      const told = result && { result: { ...result, position: moved(result.position) } }
      return insert.at < at ? [] : [{ ...insert, at: moved(insert.at), ...told }]
    }),
    ...(rows && rows.length > 0 && { rows }),
    marks: run.marks.flatMap((mark) => (mark.at < at ? [] : [{ ...mark, at: moved(mark.at) }])),
    stale: run.stale.flatMap(([start, end]) => (end <= at ? [] : [[Math.max(1, moved(start)), moved(end)] as const])),
    summaries: summariesFingerprint(summaries),
    hidden: range.end - 1,
    ...(turn && { turn }),
    ...(digest && { digest }),
  }
}

/** Returns a run whose messages have moved, with their fingerprints at the new positions. */
export function withMarksOf(run: RunState, chain: SessionChain): RunState {
  return { ...run, marks: run.marks.map(({ at }) => ({ at, hash: chain.hashBefore(at) })) }
}
