import type { CutReason, Fragment, Layer, Message, Omission } from '@lamella/core'
import type { ToolChanges } from '@lamella/core/plugin'
import { checkLayerScope, hasThinking } from '@lamella/core/plugin'
import { summariesFingerprint } from '@lamella/store'
import type { RunInsert, RunState } from '../contract/run.ts'
import { afterSummary, withMarksOf } from './after-summary.ts'
import { type AlreadyLoaded, cutRun } from './cut-run.ts'
import { extendRun } from './extend-run.ts'
import { applyForms, formsOf, haveOtherForms } from './forms.ts'
import { positioned } from './join-request.ts'
import { hasLate, lateInserts, withLate } from './late-results.ts'
import { withShown } from './open-turn.ts'
import { isIn, isSent } from './ranges.ts'
import { rewind } from './rewind.ts'
import { handedOn } from './rows-of-epoch.ts'
import { type RequestOfRun, type RunStages, turnAt } from './run-stages.ts'
import { sessionChain } from './session-chain.ts'
import type { PositionedKept } from './session-messages.ts'
import { tellChanges, withResults, withTools } from './tell-changes.ts'
import { toldByLayer } from './told.ts'
import { toolChangesOf } from './tool-changes.ts'
import { whyCut } from './why-cut.ts'

/**
 * Builds a request that extends a run: the head as it was sent, the messages that are new, and what has changed in the
 * layers. Where that cannot be, it begins a new epoch, and the report says why.
 */
export async function continueRun(
  stages: RunStages,
  run: RunState,
  { asked, repeat }: { readonly asked: boolean; readonly repeat: boolean },
): Promise<RequestOfRun> {
  const { session, scope } = stages.request
  checkLayerScope('the run', run.scope, scope)
  const summaries = summariesFingerprint(session.summaries)
  if (run.ended) return cutRun(stages, run, run.ended, summaries)
  if (summaries !== run.summaries) {
    // A summary moves all positions. Behind one that the provider wrote, the run may go on with the thinking after it.
    const moved = afterSummary(run, session)
    const outcome = moved && (await tryExtend(stages, moved, { asked, repeat, movedFrom: run }))
    return outcome && 'fitted' in outcome ? outcome : cutRun(stages, run, 'asked', summaries)
  }
  // Another branch of the conversation, which ended before this epoch began.
  if (session.length < (run.marks[0]?.at ?? 0)) return cutRun(stages, run, 'edited', summaries)
  const outcome = await tryExtend(stages, run, { asked, repeat })
  return 'fitted' in outcome ? outcome : cutRun(stages, run, outcome.reason, summaries, outcome.already)
}

/** Why the epoch has to end, and the layers, where the new epoch can use them as they were loaded. */
interface MustCut {
  readonly reason: CutReason
  readonly already?: AlreadyLoaded
}

/** How a request is to extend a run. */
interface How {
  readonly asked: boolean
  readonly repeat: boolean
  /** The run before a summary moved its messages. */
  readonly movedFrom?: RunState
}

async function tryExtend(
  stages: RunStages,
  run: RunState,
  { asked, repeat, movedFrom }: How,
): Promise<RequestOfRun | MustCut> {
  const { counter, parameters } = stages
  const { session, message } = stages.request
  const seen = toldByLayer(run)
  const turn = repeat ? run.turn : turnAt(stages, run)
  const returned = new Map<string, readonly Fragment[]>()
  const loaded = await stages.load({
    runOf: ({ name }) => ({ told: [...(seen.get(name)?.keys() ?? [])], kept: run.kept }),
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
  const originals = [...returned.values()].flat()
  const chain = sessionChain(originals, session.appendOnly === true)
  const { run: held, editedFrom } = movedFrom
    ? { run: withMarksOf(run, chain), editedFrom: undefined }
    : rewind(run, chain, session.length)
  const sent = positioned(loaded.measured)
  // Without thinking to keep, a new epoch is better: its head is made anew.
  if (movedFrom && !sent.some((one) => isValidThinking(one, held))) return { reason: 'asked' }
  const forms = withLate(formsOf(sent, chain), held.forms, loaded.measured)
  // Nothing holds of what the epoch began with, or not what was told for this question, which cannot be told again now.
  const beginsAnew =
    editedFrom !== undefined &&
    (held.marks.length <= 1 || (turn !== undefined && held.inserts.length < run.inserts.length))
  const at = message ? session.length + 1 : undefined
  const takesInstructions = counter.framing.takesInstructions?.(parameters) === true
  const heldTold = held === run ? seen : toldByLayer(held)
  const told = repeat
    ? { inserts: [], rows: [], instructions: false, messages: false, measured: loaded.measured }
    : tellChanges(loaded.measured, held, heldTold, at, counter, takesInstructions)
  if (movedFrom && message === undefined) {
    const again = tellChanges(loaded.measured, held, heldTold, session.length + 1, counter, takesInstructions)
    if (repeatsAny(again.inserts, toldByLayer(movedFrom), heldTold)) return { reason: 'asked' }
  }
  const toolChanges = toolChangesOf(loaded.tools, held)
  // Layers wait for the next message of the user. Tools cannot: a search among the results may have found them.
  const toolsAt = at ?? (endsWithResult(sent, session.length) ? session.length : undefined)
  const tellsTools =
    !repeat && toolChanges !== undefined && toolsAt !== undefined && takesTools(stages, held, toolChanges)
  const reason = whyCut(run, {
    model: parameters.model,
    tools: toolChanges !== undefined && !tellsTools,
    sources: loaded.measured.map(({ source }) => source),
    told: seen,
    asked,
    repeat,
    instructions: told.instructions,
    edited: told.messages || beginsAnew || haveOtherForms(held, forms),
  })
  // A new epoch can have late results in their places, so it reads them anew.
  const already = reason !== 'window' && !hasLate(forms) ? { already: { loaded, originals } } : {}
  if (reason) return { reason, ...already }
  const isMoved = movedFrom !== undefined
  const results = message && !repeat ? lateInserts(forms, held.inserts, returned, session.length + 1) : []
  const tellsResults = withResults(told, results)
  const extension = {
    run: held,
    turn,
    editedFrom,
    loaded: { ...loaded, measured: told.measured },
    chain,
    sent,
    told: tellsTools ? withTools(tellsResults, toolChanges, toolsAt) : tellsResults,
    forms,
    handedOn: repeat ? (held.rows ?? []) : handedOn(held, told.measured, tellsResults.inserts, { editedFrom, isMoved }),
    isMoved,
    ...(tellsTools && { toolChanges }),
  }
  const extended = stages.plan(() => extendRun(stages, extension, repeat))
  if (extended === 'window') return { reason: extended }
  return extended === 'limit' ? { reason: extended, ...already } : extended
}

/** What a layer that shows the session did not offer when the epoch began. */
function omittedBy({ omitted = {} }: RunState, { name }: Layer): readonly Omission[] | undefined {
  return Object.hasOwn(omitted, name) ? omitted[name] : undefined
}

/** Whether the session ends with the result of a call, which formats count as the user's turn. */
function endsWithResult(sent: readonly PositionedKept[], length: number): boolean {
  const last = sent.at(-1)
  return last?.position === length - 1 && (last.kept.content as readonly Message[]).at(-1)?.role === 'tool'
}

/** Whether a message has thinking that was made in this epoch. */
function isValidThinking({ position, kept }: PositionedKept, { stale }: RunState): boolean {
  return !isIn(stale, position) && (kept.content as readonly Message[]).some(hasThinking)
}

/** Whether updates tell what the model had been told before a summary replaced it: without a new message it would be missing. */
function repeatsAny(
  inserts: readonly RunInsert[],
  before: ReturnType<typeof toldByLayer>,
  now: ReturnType<typeof toldByLayer>,
): boolean {
  return inserts.some(({ layer, told }) =>
    Object.keys(told).some((id) => before.get(layer)?.get(id) !== now.get(layer)?.get(id)),
  )
}

/** Whether the epoch can tell other tools: its head has some, and the format and the model take the change. */
function takesTools({ counter, parameters }: RunStages, { head }: RunState, { added, removed }: ToolChanges): boolean {
  // "Keep at least one non-deferred tool in `tools`": the first definition in a message would change the start of the prompt.
  // Source: Anthropic, "Mid-conversation system messages", "Define tools in a message", read on 2026-11-23.
  if (head.definitions === undefined || head.tools.length === 0) return false
  return counter.framing.takesToolChanges?.(parameters, added, removed) === true
}
