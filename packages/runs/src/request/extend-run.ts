import type { Fitted, LoadedLayers, SettingChanges, ToolChanges } from '@lamella/core/plugin'
import type { RunState } from '../contract/run.ts'
import { marksOf } from './begin-epoch.ts'
import { withContinuation, withoutLast } from './continuation.ts'
import { type Counting, estimatedBudget, type KnownTokens, knownOf, usedBy } from './counting.ts'
import { isAnchored } from './counts.ts'
import { joinRequest } from './join-request.ts'
import type { LoadedEpoch } from './load-epoch.ts'
import { foreignAnswers, makersWith } from './makers.ts'
import { turnOf, visibleIn } from './open-turn.ts'
import { largestRecentTurn } from './recent-turns.ts'
import { noRows } from './rows-at-cut.ts'
import { handedOn, rowsOfEpoch } from './rows-of-epoch.ts'
import { costFrom, endOf, runCachePoints, updatesOf } from './run-report.ts'
import type { RequestOfRun, RunStages } from './run-stages.ts'
import { settingsOf } from './setting-changes.ts'
import type { Told } from './tell-changes.ts'
import { headTools, inHeadOrder } from './tool-changes.ts'

/** Default share of the budget that a cut for room keeps; docs/runs.md shows how it was chosen. */
export const defaultKeep = 0.5

/** How many times what a cut keeps a request has to take, for a cut before a turn to pay. */
export const leastGain = 1.25

/** What a request announces that the epoch has not announced. */
export interface News extends Told {
  /** Tools that are added and removed inside the epoch. */
  readonly tools: ToolChanges | undefined
  /** Settings of the request that change inside the epoch. */
  readonly settings: SettingChanges | undefined
  /** Whether changed tools, or changed settings, cannot be announced inside the epoch. */
  readonly untold: { readonly tools: boolean; readonly settings: boolean }
}

/** A request that does not fit its epoch. */
export interface Unfit extends Pick<Fitted, 'system' | 'messages'> {
  readonly reason: 'window' | 'limit'
  readonly tools: LoadedLayers['tools']
  readonly used: number
}

/**
 * Builds the next request of an epoch; `window` if it, or the turn that it begins, does not fit; `limit` if it passes another limit.
 *
 * @param repeat Whether it was sent before: then its turn has begun.
 */
export function extendRun(
  stages: RunStages,
  epoch: LoadedEpoch,
  news: News,
  repeat: boolean,
  asked?: KnownTokens,
): RequestOfRun | Unfit {
  const { counter } = stages
  const { held: before, editedFrom, loaded, chain, sent, forms } = epoch
  const { measured, tools: toolChanges, settings: settingChanges } = news
  const { session, message } = stages.request
  const isMoved = epoch.movedFrom !== undefined
  const isEdited = editedFrom !== undefined
  const { model } = stages.parameters
  const isOtherModel = model !== before.model
  const settings = before.head.settings ?? settingsOf(stages)
  const run: RunState = { ...before, epoch: before.epoch + (isEdited ? 1 : 0) }
  const tools = run.head.definitions ? headTools(loaded.tools, run) : inHeadOrder(loaded.tools, run)
  const { limits } = loaded.sizes
  const planned = run.head.definitions
    ? { ...loaded.sizes, tools: counter.tools(tools), limits: limits?.withTools(tools) }
    : loaded.sizes
  const known = [...run.inserts, ...news.inserts]
  const inserts = message ? known : withoutLast(known, session.length)
  const handed = repeat ? (before.rows ?? []) : handedOn(before, measured, news.inserts, { editedFrom, isMoved })
  const isForeign = foreignAnswers(stages, run)
  const joined = joinRequest(measured, sent, run, inserts, counter, planned, handed, isForeign)
  const { layout } = joined
  const anchor = isEdited || isMoved ? undefined : stages.counts.anchor
  // What is announced in the middle of the request changes nothing before it.
  const { settings: now } = settingChanges ? (anchor ?? {}) : stages.counts
  const by = { by: stages.counts.by, ...(now !== undefined && { settings: now }) }
  const anchored = isAnchored(anchor, run.epoch, by) ? knownOf(anchor, stages.counting.factor, layout) : undefined
  const counting: Counting = { ...stages.counting, known: asked ?? anchored }
  const sizes = { ...planned, window: estimatedBudget(counting, stages.given).window }
  const fitted = { ...joined.fitted, sizes }
  const used = usedBy(fitted)
  const budget = sizes.window - sizes.reserve
  const unfit = { ...fitted, tools, used }
  if (used > budget) return { ...unfit, reason: 'window' }
  if (message && !repeat && !leavesRoom()) return { ...unfit, reason: 'window' }
  sizes.limits?.check()
  if (sizes.limits?.passed(fitted)) return { ...unfit, reason: 'limit' }

  const end = session.length + (message ? 1 : 0)
  return {
    loaded: { ...loaded, measured, tools, sizes },
    fitted,
    counting,
    counts: stages.counts,
    layout: () => layout,
    cachePoints: () => runCachePoints(tools, layout, repeatedItems()),
    prefix: () => (isOtherModel ? 0 : endOf(layout, repeatedItems())),
    handedOn: handed,
    rows: news.rows,
    runReport: {
      epoch: run.epoch,
      ...(isEdited && { cut: { reason: 'edited', ...costFrom(editedFrom, layout) } }),
      ...(isMoved && { cut: { reason: 'asked', newTokens: costFrom(0, layout).newTokens, thinkingLost: 0 } }),
      updates: updatesOf(news.inserts, counter),
      ...(toolChanges && {
        tools: { added: toolChanges.added.map(({ name }) => name), removed: toolChanges.removed },
      }),
      ...(settingChanges && { settings: settingChanges }),
    },
    stateOf: (reported) => {
      const rows = rowsOfEpoch(reported, measured, { ...noRows, handedOn: handed })
      const turn = epoch.turn ?? turnOf(stages.asked, visibleIn({ ...run, inserts }, measured))
      const { turn: _, rows: __, model: ___, makers: ____, ...others } = run
      const marks = marksOf(chain, session.length, message !== undefined, end)
      return {
        ...others,
        ...(model !== undefined && { model }),
        ...makersWith(run, model, end),
        head: { ...run.head, ...(settings !== undefined && { settings }) },
        ...(turn && { turn }),
        inserts: message ? inserts : withContinuation(inserts, fitted.messages, session.length),
        forms,
        ...(rows.length > 0 && { rows }),
        marks: [...run.marks.filter(({ at }) => at < (marks[0]?.at ?? end)), ...marks],
      }
    },
  }

  /** A cut in the middle of a turn would come between a call and its result: it comes before the question instead. */
  function leavesRoom(): boolean {
    const need = largestRecentTurn(sent, counter)
    if (used + need <= budget) return true
    const conversation = layout.fragments.filter(({ kept }) => kept.fragment.position !== undefined)
    const others = used - conversation.reduce((sum, { start, end: to }) => sum + to - start, 0)
    // Where a cut would free little, the turn begins without it.
    return used <= leastGain * Math.max(others, (stages.budget.keep ?? defaultKeep) * budget)
  }

  /** How many fragments the request before had. */
  function repeatedItems(): number {
    if (isMoved || isOtherModel) return 0
    const last = run.marks.at(-1)?.at ?? 0
    const place = layout.fragments.findIndex(({ kept }) => (kept.fragment.position ?? -1) >= last)
    return place < 0 ? layout.fragments.length : place
  }
}
