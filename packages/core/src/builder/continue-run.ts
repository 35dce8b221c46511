import { checkLayerScope } from '../collect/check-layer-scope.ts'
import type { Fragment } from '../contract/fragment.ts'
import type { RunState } from '../contract/run.ts'
import type { ToolChanges } from '../contract/update-mark.ts'
import { positioned } from '../run/extend.ts'
import { applyForms, formsOf, haveOtherForms } from '../run/forms.ts'
import { openTurn, withShown } from '../run/open-turn.ts'
import { isSent } from '../run/ranges.ts'
import { rewind } from '../run/rewind.ts'
import { sessionChain } from '../run/session-chain.ts'
import { summariesFingerprint } from '../run/summaries.ts'
import { tellChanges, withTools } from '../run/tell-changes.ts'
import { toldByLayer } from '../run/told.ts'
import { toolChangesOf } from '../run/tool-changes.ts'
import { whyCut } from '../run/why-cut.ts'
import { traced } from '../traced.ts'
import { cutRun } from './cut-run.ts'
import { extendRun } from './extend-run.ts'
import { type Loading, loadLayers } from './load-layers.ts'
import type { RequestOfRun } from './request-of-run.ts'
import type { Settings } from './settings.ts'

/**
 * Builds a request that extends a run: the head as it was sent, the messages that are new, and what has changed in the
 * layers. Where that cannot be, it begins a new epoch, and the report says why.
 */
export async function continueRun(
  settings: Settings,
  loading: Loading,
  run: RunState,
  { asked, repeat }: { readonly asked: boolean; readonly repeat: boolean },
): Promise<RequestOfRun> {
  const { counter, parameters } = settings
  const { session, message } = loading.shared
  checkLayerScope('the run', run.scope, loading.shared.scope)
  const summaries = summariesFingerprint(session.summaries)
  // A summary moves all positions, so nothing of the session can be found again.
  if (summaries !== run.summaries) return cutRun(settings, loading, run, 'asked', summaries)
  // Another branch of the conversation, which ended before this epoch began.
  if (session.length < (run.marks[0]?.at ?? 0)) return cutRun(settings, loading, run, 'edited', summaries)

  const seen = toldByLayer(run)
  const turn = repeat ? run.turn : openTurn(run, { ...loading, hasMessage: message !== undefined })
  const returned = new Map<string, readonly Fragment[]>()
  const loaded = await loadLayers(settings, {
    ...loading,
    runOf: ({ name }) => ({ told: [...(seen.get(name)?.keys() ?? [])], kept: run.kept }),
    change: (collected) => {
      const { layer, result } = collected
      // A repeated request has the other messages of a layer as they were sent: those of now must not affect any call.
      const others = !repeat || layer.placement === 'system'
      const sent = result.fragments.filter(({ position }) =>
        position === undefined ? others : isSent(position, run.kept),
      )
      returned.set(layer.name, sent)
      return withShown({ ...collected, result: { ...result, fragments: applyForms(sent, run) } }, turn)
    },
  })
  const originals = [...returned.values()].flat()
  const chain = sessionChain(originals, session.appendOnly === true)
  const { run: held, editedFrom } = rewind(run, chain, session.length)
  const sent = positioned(loaded.measured)
  const forms = formsOf(sent, chain)
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
  const toolChanges = toolChangesOf(loaded.tools, held)
  const tellsTools = !repeat && toolChanges !== undefined && at !== undefined && takesTools(settings, held, toolChanges)
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
  if (reason === 'window') return cutRun(settings, loading, run, reason, summaries)
  if (reason) return cutRun(settings, loading, run, reason, summaries, { loaded, originals })
  const extension = {
    run: held,
    turn,
    editedFrom,
    loaded: { ...loaded, measured: told.measured },
    chain,
    sent,
    told: tellsTools ? withTools(told, toolChanges, at) : told,
    forms,
    ...(tellsTools && { toolChanges }),
  }
  const extended = traced(loading.traces, { type: 'plan' }, () => extendRun(settings, loading, extension, repeat))
  return extended ?? cutRun(settings, loading, run, 'window', summaries)
}

/** Whether the epoch can tell other tools: its head has some, and the format and the model take the change. */
function takesTools({ counter, parameters }: Settings, { head }: RunState, { added }: ToolChanges): boolean {
  // "Keep at least one non-deferred tool in `tools`": the first definition in a message would change the start of the prompt.
  // Source: Anthropic, "Mid-conversation system messages", "Define tools in a message", read on 2026-11-23.
  if (head.definitions === undefined || head.tools.length === 0) return false
  return counter.framing.takesToolChanges?.(parameters, added) === true
}
