import type { RunReport } from '@lamella/core/plugin'
import type { RunContext } from '../contract/extend.ts'
import { erasingCut } from '../record/erased.ts'
import type { RunInput } from '../record/next-of-run.ts'
import type { PendingRecord, RunRecord } from '../record/stored-record.ts'

/** A record without what was revoked, and what the cut cost. */
export interface Scrubbed {
  readonly record: RunRecord
  readonly cut: RunReport['cut'] & object
}

/**
 * Builds each stored state again, and replaces the run if something in it was revoked. Pending requests in which something
 * was revoked, or that continue such a run, are forgotten. Their answers may still come: the next request then begins a new
 * epoch, so that no thinking counts as valid that was made after what is gone.
 */
export async function scrubRecord(
  { run, ...record }: RunRecord,
  build: (input: RunInput, pending?: PendingRecord) => Promise<RunContext>,
): Promise<Scrubbed | undefined> {
  // An ended run holds nothing of the layers.
  const context = run && !run.ended ? await build({ run, repeat: true }) : undefined
  const ofRun = context && erasingCut(context)
  const pending: PendingRecord[] = []
  let cut = ofRun
  for (const one of ofRun ? [] : record.pending) {
    const found = erasingCut(await build({ run: one.run, repeat: true }, one))
    if (!found) pending.push(one)
    cut ??= found
  }
  if (!cut) return undefined
  const left = ofRun ? context?.run : run
  const isForgotten = pending.length < record.pending.length
  return { record: { ...record, ...(left && { run: left }), pending, ...(isForgotten && { cut: true }) }, cut }
}
