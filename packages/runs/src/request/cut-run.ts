import type { Fragment } from '@lamella/core'
import type { CutReason, Fitted, LoadedLayers } from '@lamella/core/plugin'
import { withForeignThinking, withStaleThinking } from '@lamella/store'
import type { RunRow, RunState } from '../contract/run.ts'
import { beginEpoch, type EpochFacts } from './begin-epoch.ts'
import { usedBy } from './counting.ts'
import { fitWithDigest } from './cut-digest.ts'
import { epochFacts } from './epoch-facts.ts'
import { defaultKeep } from './extend-run.ts'
import { fitToKeep, fitToShareOfLimits } from './fit-to-keep.ts'
import { foreignAnswers, makersWith } from './makers.ts'
import { shownIds, withShown } from './open-turn.ts'
import { sentRanges } from './ranges.ts'
import { noRows, rowsAtCut, rowsOfDropped } from './rows-at-cut.ts'
import { costOfEpoch, runCachePoints } from './run-report.ts'
import { type RequestOfRun, type RunStages, turnAt } from './run-stages.ts'
import { toolFingerprints } from './tool-changes.ts'

/** Layers that are loaded already, with the messages as they were sent. */
export interface AlreadyLoaded {
  readonly loaded: LoadedLayers
  /** What they returned before forms were applied. */
  readonly originals: readonly Fragment[]
  /** How the messages differ from those of the session. */
  readonly rows: readonly RunRow[]
}

/**
 * Begins a new epoch. Its head is made anew. For room, the session is read again and cut down to a share of the budget;
 * for any other reason it keeps what was sent of it, as far as that fits.
 */
export async function cutRun(
  stages: RunStages,
  before: RunState,
  reason: CutReason,
  summaries: string,
  already?: AlreadyLoaded,
): Promise<RequestOfRun> {
  const { parameters, budget, request } = stages
  const keep = budget.keep ?? defaultKeep
  const turn = turnAt(stages, before)
  const isSameSession = summaries === before.summaries
  const sentBefore = isSameSession ? sentRanges(before, request.session.length) : undefined
  const loaded =
    already?.loaded ??
    (await stages.load({
      runOf: ({ name }) => ({ told: shownIds(turn, name), kept: undefined, keep, before: sentBefore }),
      change: (collected) => withShown(collected, turn),
    }))
  // Messages that were edited are not what the digest was made of.
  const digestBefore = reason === 'edited' ? undefined : before.digest
  const cutTo = ({ measured, wholes, sizes }: LoadedLayers, less: number): Fitted => {
    if (reason === 'window') return fitToKeep(stages, { measured, wholes, sizes }, keep, less)
    const smaller = { measured, wholes, sizes: { ...sizes, window: sizes.window - less } }
    const fitted = reason === 'limit' ? fitToShareOfLimits(stages, smaller, keep) : stages.fit(smaller)
    return { ...fitted, sizes }
  }
  const digested = await stages.plan(() => fitWithDigest(stages, loaded, digestBefore, cutTo))
  const { fitted: planned, digest } = digested
  const { measured, tools } = digested.loaded
  const layout = stages.layout(measured, planned)
  const { length } = request.session
  const facts = epochFacts(stages, loaded)
  const shift = shiftOf(before, summaries, facts)
  const makers = makersWith(before, parameters.model, length + (facts.hasMessage ? 1 : 0), shift)
  const { model: last } = shift === undefined ? {} : before
  const isForeign = foreignAnswers(stages, { ...(last !== undefined && { model: last }), ...makers })
  const messages = layout.fragments.flatMap(({ kept, messages }) => {
    const { position } = kept.fragment
    if (position === undefined) return messages
    return messages.map(isForeign(position) ? withForeignThinking : withStaleThinking)
  })
  const fitted = { ...planned, messages }
  const epoch = before.epoch + 1
  // A layer that failed may show the session again in the next request: what was kept of it is not lost. If the session was
  // read anew, and other layers showed it, then the epoch keeps what they showed.
  const isShown =
    !measured.some(({ source }) => source.status === 'failed' && source.layer.placement === 'messages') ||
    (!already && measured.some(({ fragments }) => fragments.some(({ position = length }) => position < length)))
  const isThere = length >= (before.kept.at(-1)?.[0] ?? 0)
  const keepsRanges = !isShown && isThere
  const rowsBefore = already
    ? rowsAtCut(already, measured, planned)
    : keepsRanges && isSameSession
      ? rowsOfDropped(before)
      : noRows
  const isSameCache =
    before.model === parameters.model && JSON.stringify(before.head.tools) === JSON.stringify(toolFingerprints(tools))
  const cut = { reason, ...costOfEpoch(before, isSameCache, summaries, layout) }
  return {
    loaded: digested.loaded,
    fitted,
    counting: stages.counting,
    counts: stages.counts,
    layout: () => layout,
    cachePoints: () => runCachePoints(tools, layout, 0),
    handedOn: rowsBefore.handedOn,
    rows: [],
    prefix: () => usedBy(fitted) - cut.newTokens,
    runReport: { epoch, cut, updates: [] },
    stateOf: (rows) => {
      const begun = beginEpoch(measured, fitted, {
        ...facts,
        rows,
        before: rowsBefore,
        digest,
        ...(already && { returned: already.originals }),
        epoch,
        stale: [[0, length]],
        ...(keepsRanges && { kept: before.kept, omitted: before.omitted }),
        summaries,
      })
      return { ...begun, ...makers }
    },
  }
}

/** By how many positions a new summary has moved the messages of the session; `undefined` if the session does not tell. */
function shiftOf(before: RunState, summaries: string, { hidden }: Pick<EpochFacts, 'hidden'>): number | undefined {
  if (summaries === before.summaries) return 0
  const then = before.summaries === '' ? 0 : before.hidden
  const now = summaries === '' ? 0 : hidden
  return then === undefined || now === undefined ? undefined : now - then
}
