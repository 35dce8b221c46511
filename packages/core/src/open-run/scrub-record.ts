import type { BuiltContext } from '../contract/context.ts'
import type { CutReason, RunReport } from '../contract/run.ts'
import type { RunInput } from '../store/run/next-of-run.ts'
import type { RunRecord } from '../store/run/run-record.ts'

/** A record without what was revoked, and what the cut cost. */
export interface Scrubbed {
  readonly record: RunRecord
  readonly cut: RunReport['cut'] & object
}

/** Cuts that take over nothing of the run before. Other reasons say that nothing in it is revoked. */
const remade: ReadonlySet<CutReason | undefined> = new Set(['revoked', 'asked', 'edited'])

/**
 * Builds each stored state again, and replaces the run if something in it was revoked. Pending requests in which something
 * was revoked are forgotten: asked again, they are built anew.
 */
export async function scrubRecord(
  record: RunRecord,
  build: (input: RunInput, pending?: RunRecord['pending'][number]) => Promise<BuiltContext>,
): Promise<Scrubbed | undefined> {
  const { run } = record
  const context = run && (await build({ run, repeat: true }))
  let cut = revokedIn(context)
  const pending: RunRecord['pending'][number][] = []
  for (const one of record.pending) {
    const again = revokedIn(await build({ run: one.run, repeat: true }, one))
    if (!again && !cut) pending.push(one)
    cut ??= again
  }
  if (!cut) return undefined
  const { run: _, ...others } = record
  const left = revokedIn(context) ? context?.run : run
  return { record: { ...others, ...(left && { run: left }), pending }, cut }
}

function revokedIn(context: BuiltContext | undefined): Scrubbed['cut'] | undefined {
  const cut = context?.report.run?.cut
  return remade.has(cut?.reason) ? cut : undefined
}
