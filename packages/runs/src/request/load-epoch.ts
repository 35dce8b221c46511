import type { Fragment, Layer, Message, Session } from '@lamella/core'
import type { CutReason, LoadedLayers, Omission } from '@lamella/core/plugin'
import type { RunState, RunTurn } from '../contract/run.ts'
import { afterSummary, withMarksOf } from './after-summary.ts'
import { hasThinking } from './counting.ts'
import { applyForms, formsOf } from './forms.ts'
import { positioned } from './join-request.ts'
import { withLate } from './late-results.ts'
import { withShown } from './open-turn.ts'
import { isIn, isSent } from './ranges.ts'
import { rewind } from './rewind.ts'
import { type RunStages, turnAt } from './run-stages.ts'
import { type SessionChain, sessionChain } from './session-chain.ts'
import type { PositionedKept } from './session-messages.ts'

export interface RunInSession {
  readonly run: RunState
  /** The run before a new summary moved its messages. */
  readonly movedFrom?: RunState
}

/** An epoch with the layers and the session of a request. */
export interface LoadedEpoch extends RunInSession {
  /** The run, as far as the session still has what was sent. */
  readonly held: RunState
  /** Where the session stops being what was sent, after an edit. */
  readonly editedFrom: number | undefined
  /** The turn in whose middle the request is. */
  readonly turn: RunTurn | undefined
  readonly loaded: LoadedLayers
  /** What each layer returned of the session that the epoch sends, and of its own, unchanged. */
  readonly returned: ReadonlyMap<string, readonly Fragment[]>
  readonly chain: SessionChain
  /** The messages of the session that the request sends. */
  readonly sent: readonly PositionedKept[]
  /** The messages that are not sent as the session has them. */
  readonly forms: RunState['forms']
}

/** Finds the messages of a run in a session; the reason for a cut if they are no longer there. */
export function runInSession(run: RunState, session: Session, summaries: string): RunInSession | CutReason {
  if (run.ended) return run.ended
  if (summaries !== run.summaries) {
    // A summary moves all positions. After one that the provider wrote, the run may go on with the thinking after it.
    const moved = afterSummary(run, session)
    return moved ? { run: moved, movedFrom: run } : 'asked'
  }
  // Another branch of the conversation, which ended before this epoch began.
  return session.length < (run.marks[0]?.at ?? 0) ? 'edited' : { run }
}

/** Loads the layers for one more request of an epoch, with the messages of the session as they were sent. */
export async function loadEpoch(
  stages: RunStages,
  place: RunInSession,
  told: ReadonlyMap<string, ReadonlyMap<string, string>>,
  repeat: boolean,
): Promise<LoadedEpoch> {
  const { run, movedFrom } = place
  const { session } = stages.request
  const turn = repeat ? run.turn : turnAt(stages, run)
  const returned = new Map<string, readonly Fragment[]>()
  const loaded = await stages.load({
    runOf: ({ name }) => ({ told: [...(told.get(name)?.keys() ?? [])], kept: run.kept }),
    change: (collected) => {
      const { layer, result } = collected
      // A repeated request has the other messages of a layer as they were sent: those of now must not affect any call.
      const others = !repeat || layer.placement === 'system'
      const sent = result.fragments.filter(({ position }) =>
        position === undefined ? others : isSent(position, run.kept),
      )
      returned.set(layer.name, sent)
      const omitted = result.omitted?.length ? result.omitted : omittedBy(run, layer)
      const changed = { ...result, fragments: applyForms(sent, run), ...(omitted && { omitted }) }
      return withShown({ ...collected, result: changed, sentTo: run.marks.at(-1)?.at }, turn)
    },
  })
  const chain = sessionChain([...returned.values()].flat(), session.appendOnly === true)
  const { run: held, editedFrom } = movedFrom
    ? { run: withMarksOf(run, chain), editedFrom: undefined }
    : rewind(run, chain, session.length)
  const sent = positioned(loaded.measured)
  const forms = withLate(formsOf(sent, chain), held.forms, loaded.measured)
  return { ...place, held, editedFrom, turn, loaded, returned, chain, sent, forms }
}

/** Whether nothing from the beginning of the epoch is still valid, or what was announced for this question is not, which cannot be announced again now. */
export function beginsAnew({ run, held, editedFrom, turn }: LoadedEpoch): boolean {
  if (editedFrom === undefined) return false
  return held.marks.length <= 1 || (turn !== undefined && held.inserts.length < run.inserts.length)
}

/** Whether a request sends thinking that was made in this epoch. */
export function hasValidThinking({ sent, held }: LoadedEpoch): boolean {
  return sent.some(
    ({ position, kept }) => !isIn(held.stale, position) && (kept.content as readonly Message[]).some(hasThinking),
  )
}

/** What a layer that shows the session did not offer when the epoch began. */
function omittedBy({ omitted = {} }: RunState, { name }: Layer): readonly Omission[] | undefined {
  return Object.hasOwn(omitted, name) ? omitted[name] : undefined
}
