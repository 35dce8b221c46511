import type { Message } from '@lamella/core'
import type { Collected, CutReason, SettingChanges, ToolChanges } from '@lamella/core/plugin'
import { checkLayerScope, nativeSummaryOf, updateMark } from '@lamella/core/plugin'
import { summariesFingerprint } from '@lamella/store'
import type { RunInsert, RunState } from '../contract/run.ts'
import type { KnownTokens } from './counting.ts'
import { type AlreadyLoaded, cutRun } from './cut-run.ts'
import { extendRun, type News, type Unfit } from './extend-run.ts'
import { haveOtherForms } from './forms.ts'
import { hasLate, lateInserts } from './late-results.ts'
import { beginsAnew, hasValidThinking, type LoadedEpoch, loadEpoch, runInSession } from './load-epoch.ts'
import { handedOn } from './rows-of-epoch.ts'
import type { RequestOfRun, RunStages } from './run-stages.ts'
import type { PositionedKept } from './session-messages.ts'
import { settingChangesOf, settingsInsert } from './setting-changes.ts'
import { type Told, tellChanges, withChanges, withResults } from './tell-changes.ts'
import { toldByLayer } from './told.ts'
import { toolChangesOf, toolsInsert } from './tool-changes.ts'

/** How a request is to extend a run. */
interface How {
  readonly asked: boolean
  readonly repeat: boolean
  /** Whether the provider has refused the last request. */
  readonly refused: boolean
}

/** What the model has seen of each layer. */
type Seen = ReturnType<typeof toldByLayer>

/**
 * Builds a request that extends a run: the head as it was sent, the messages that are new, and what has changed in the
 * layers. Where that cannot be, it begins a new epoch, and the report says why.
 */
export async function continueRun(stages: RunStages, run: RunState, how: How): Promise<RequestOfRun> {
  const { session, scope } = stages.request
  checkLayerScope('the run', run.scope, scope)
  const summaries = summariesFingerprint(session.summaries)
  const place = runInSession(run, session, summaries)
  if (typeof place === 'string') return cutRun(stages, run, place, summaries)
  if (how.refused) return cutRun(stages, run, 'window', summaries)
  // A summary was asked for, whatever else speaks against going on after it.
  const cut = (reason: CutReason, already?: AlreadyLoaded): Promise<RequestOfRun> =>
    place.movedFrom ? cutRun(stages, run, 'asked', summaries) : cutRun(stages, run, reason, summaries, already)

  const seen = toldByLayer(place.run)
  const epoch = await loadEpoch(stages, place, seen, how.repeat)
  // Without thinking to keep, a new epoch is better after a summary: its head is made anew.
  if (place.movedFrom && !hasValidThinking(epoch)) return cut('asked')
  const news = newsOf(stages, epoch, seen, how)
  const reason = reasonToCut(stages, epoch, news, seen, how)
  if (reason === 'window') return cut(reason)
  const already = reusable(epoch)
  if (reason) return cut(reason, already)
  const extend = (asked?: KnownTokens): RequestOfRun | Unfit =>
    stages.plan(() => extendRun(stages, epoch, news, how.repeat, asked))
  const extended = extend()
  if (!('reason' in extended)) return extended
  if (extended.reason === 'limit') return cut('limit', already)
  const asked = await stages.ask(extended, extended.used)
  if (asked === undefined) return cut('window')
  const again = extend(asked)
  return 'reason' in again ? cutRun(stages.knowing(asked), run, place.movedFrom ? 'asked' : 'window', summaries) : again
}

function newsOf(stages: RunStages, epoch: LoadedEpoch, seen: Seen, { repeat }: How): News {
  const { session, message } = stages.request
  const { held, loaded, forms, returned, sent } = epoch
  const tools = toolChangesOf(loaded.tools, held)
  const settings = settingChangesOf(stages, held)
  if (repeat) {
    const nothing = { inserts: [], rows: [], instructions: false, messages: false, measured: loaded.measured }
    const untold = { tools: tools !== undefined, settings: settings !== undefined }
    return { ...nothing, tools: undefined, settings: undefined, untold }
  }
  const at = message ? session.length + 1 : undefined
  const results = at === undefined ? [] : lateInserts(forms, held.inserts, returned, at)
  const told = withResults(updatesAt(stages, epoch, seen, at), results)
  // Layers wait for the next user message. Tools cannot: a search among the results may have found them.
  const ofRequestAt = at ?? (endsWithResult(sent, session.length) ? session.length : -1)
  const [toldTools, toldSettings] =
    ofRequestAt < 0
      ? []
      : [
          tools && takesTools(stages, held, tools) ? tools : undefined,
          settings && takesSettings(stages, settings) ? settings : undefined,
        ]
  return {
    ...withChanges(told, [
      ...(toldTools ? [toolsInsert(toldTools, ofRequestAt)] : []),
      ...(toldSettings ? [settingsInsert(toldSettings, ofRequestAt)] : []),
    ]),
    tools: toldTools,
    settings: toldSettings,
    untold: { tools: tools !== toldTools, settings: settings !== toldSettings },
  }
}

/**
 * Whether the epoch goes on with another model: its thinking is valid again when its own model returns, and others may read
 * it. Not where the owner's updates would no longer be instructions, nor after a provider's own summary, which binds the
 * thinking after it to its model.
 *
 * Source: OpenAI, "Keep the prefix unchanged"; Anthropic, "Preserved thinking": a model leaves out what it cannot read. Read on
 * 2026-11-27.
 */
function staysForThinking({ counter, parameters, request }: RunStages, epoch: LoadedEpoch): boolean {
  const isNative = request.session.summaries?.some(({ message }) => nativeSummaryOf(message) !== undefined) === true
  if (isNative || !hasValidThinking(epoch)) return false
  const takesInstructions = counter.framing.takesInstructions?.(parameters) === true
  return takesInstructions || !epoch.held.inserts.some(({ message }) => updateMark(message)?.by === 'owner')
}

/** Writes the updates of the layers, at a position in the session. */
function updatesAt(stages: RunStages, { run, held, loaded }: LoadedEpoch, seen: Seen, at: number | undefined): Told {
  const { counter, parameters } = stages
  const takesInstructions = counter.framing.takesInstructions?.(parameters) === true
  const told = held === run ? seen : toldByLayer(held)
  return tellChanges(loaded.measured, held, told, at, counter, takesInstructions)
}

function reasonToCut(
  stages: RunStages,
  epoch: LoadedEpoch,
  news: News,
  seen: Seen,
  { asked, repeat }: How,
): CutReason | undefined {
  const { run, held, movedFrom, loaded, forms } = epoch
  if (movedFrom && losesBySummary(stages, epoch, movedFrom, seen)) return 'asked'
  const sources = loaded.measured.map(({ source }) => source)
  if (hasRevoked(sources, seen)) return 'revoked'
  if (stages.parameters.model !== run.model && !staysForThinking(stages, epoch)) return 'model'
  if (news.untold.tools) return 'tools'
  if (news.untold.settings) return 'settings'
  if (news.instructions) return 'instructions'
  if (asked) return 'asked'
  if (news.messages || beginsAnew(epoch) || haveOtherForms(held, forms)) return 'edited'
  // A request that was sent before has passed a layer's own limit.
  return !repeat && sources.some(({ result }) => result.cut === true) ? 'window' : undefined
}

/** Whether a layer revokes what was announced, or may no longer be seen, or is gone. */
function hasRevoked(sources: readonly Collected[], told: Seen): boolean {
  const present = new Map(sources.map((source) => [source.layer.name, source]))
  for (const [layer, ids] of told) {
    if (ids.size === 0) continue
    const source = present.get(layer)
    if (source === undefined || source.status === 'hidden') return true
    if (source.result.revoked?.some((id) => ids.has(id))) return true
  }
  return false
}

/** Whether something that was announced would be missing after a summary: without a new message, nothing is announced again. */
function losesBySummary(stages: RunStages, epoch: LoadedEpoch, movedFrom: RunState, seen: Seen): boolean {
  const { session, message } = stages.request
  if (message !== undefined) return false
  const again = updatesAt(stages, epoch, seen, session.length + 1)
  return repeatsAny(again.inserts, toldByLayer(movedFrom), toldByLayer(epoch.held))
}

/** The layers, where a new epoch can use them as they were loaded. One can have late results in their places, so it reads anew. */
function reusable({ held, editedFrom, loaded, returned, forms }: LoadedEpoch): AlreadyLoaded | undefined {
  if (hasLate(forms)) return undefined
  const rows = handedOn(held, loaded.measured, [], { editedFrom, isMoved: false })
  return { loaded, originals: [...returned.values()].flat(), rows }
}

/** Whether the session ends with the result of a call, which formats count as the user's turn. */
function endsWithResult(sent: readonly PositionedKept[], length: number): boolean {
  const last = sent.at(-1)
  return last?.position === length - 1 && (last.kept.content as readonly Message[]).at(-1)?.role === 'tool'
}

/** Whether updates repeat what the model had seen before a summary replaced it: without a new message it would be missing. */
function repeatsAny(
  inserts: readonly RunInsert[],
  before: ReturnType<typeof toldByLayer>,
  now: ReturnType<typeof toldByLayer>,
): boolean {
  return inserts.some(({ layer, told }) =>
    Object.keys(told).some((id) => before.get(layer)?.get(id) !== now.get(layer)?.get(id)),
  )
}

/** Whether the epoch can announce changed tools: its head has some, and the format and the model take the change. */
function takesTools({ counter, parameters }: RunStages, { head }: RunState, { added, removed }: ToolChanges): boolean {
  // "Keep at least one non-deferred tool in `tools`": the first definition in a message would change the start of the prompt.
  // Source: Anthropic, "Mid-conversation system messages", "Define tools in a message", read on 2026-11-23.
  if (head.definitions === undefined || head.tools.length === 0) return false
  return counter.framing.takesToolChanges?.(parameters, added, removed) === true
}

function takesSettings({ counter, parameters }: RunStages, { now }: SettingChanges): boolean {
  return counter.framing.takesSettings?.(parameters, now) === true
}
