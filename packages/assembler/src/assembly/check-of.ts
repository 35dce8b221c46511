import type { BuiltContext, Message } from '@lamella/core'
import { nextCut } from '@lamella/runs'
import type { Detector } from '../compaction/compaction-detector.ts'
import type { CompactionCheck } from '../contract/compaction.ts'
import type { Conversation } from './conversation.ts'
import type { AssemblyInputs } from './inputs.ts'

/** A request, and the session that it is of. */
interface Checked {
  readonly inputs: AssemblyInputs
  readonly built: BuiltContext
  /** The session with all of its summaries. */
  readonly conversation: Conversation
  /** Whether the request is of an epoch that goes on without the newest of them. */
  readonly isWaiting: boolean
  readonly count: (messages: readonly Message[]) => number
}

/** Checks whether the session of a request should be compacted, based on what the request leaves free. */
export async function checkOf(detector: Detector, checked: Checked): Promise<CompactionCheck> {
  const { inputs, built, conversation, isWaiting, count } = checked
  const { window, reserve } = inputs
  const { report } = built
  const { total } = report.tokens
  const history = report.layers['history']
  const isUnread = (history?.omitted ?? []).some((one) => one.count > 0)
  const isCut = report.run?.cut?.reason === 'window'
  const current = total + Object.values(report.layers).reduce((sum, { asked, got }) => sum + asked - got, 0)
  const tokens = isUnread || isCut ? Math.max(current, window) : current
  const length = conversation.length + (inputs.message === undefined ? 0 : 1)
  const { head, available, free, limit } = nextCut(built, count)
  // What the next epoch will show.
  const renewed = isWaiting ? head + (await conversation.tokens('whole', count)) : tokens
  const stats = detector.calculateStats(length, history?.asked ?? 0, conversation.toolCalls())
  const need = detector.check(stats, renewed, window, { usable: window - reserve, head, limit })
  return {
    ...need,
    currentTokens: tokens,
    available,
    free,
    ...(isWaiting && { background: 'waiting' as const }),
  }
}
