import type { LoadedLayers } from '@lamella/core/plugin'
import { summariesFingerprint } from '@lamella/store'
import { beginEpoch } from './begin-epoch.ts'
import { estimatedBudget, usedBy } from './counting.ts'
import { epochFacts } from './epoch-facts.ts'
import { noRows } from './rows-at-cut.ts'
import { runCachePoints } from './run-report.ts'
import type { RequestOfRun, RunStages } from './run-stages.ts'

/**
 * Builds a request that extends none.
 *
 * @param isAlone Whether no later request will extend it. It then has the cache points of a plain build.
 */
export async function buildOnce(stages: RunStages, isAlone: boolean): Promise<RequestOfRun> {
  const loaded = await stages.load()
  const asked = stages.asks ? await askAboutWhole(stages, loaded, isAlone) : undefined
  if (asked) return asked
  const fitted = stages.plan(() => stages.fit(loaded))
  return onceOf(stages, loaded, { fitted, counting: stages.counting }, isAlone)
}

/** Asks the provider about a request that would be cut. It may fit; if not, it is built again as it was counted. */
async function askAboutWhole(
  stages: RunStages,
  loaded: LoadedLayers,
  isAlone: boolean,
): Promise<RequestOfRun | undefined> {
  const { sizes } = loaded
  const whole = stages.plan(() => stages.fit({ ...loaded, sizes: { ...sizes, window: Number.MAX_SAFE_INTEGER } }))
  const used = usedBy(whole)
  if (used + sizes.reserve <= sizes.window) return undefined
  const known = await stages.ask({ ...whole, tools: loaded.tools }, used)
  if (known === undefined) return undefined
  const counting = { ...stages.counting, known }
  const { window } = estimatedBudget(counting, stages.given)
  if (used + sizes.reserve > window) return buildOnce(stages.knowing(known), isAlone)
  return onceOf(stages, loaded, { fitted: { ...whole, sizes: { ...sizes, window } }, counting }, isAlone)
}

function onceOf(
  stages: RunStages,
  loaded: LoadedLayers,
  planned: Pick<RequestOfRun, 'fitted' | 'counting'>,
  isAlone: boolean,
): RequestOfRun {
  const { tools } = loaded
  return {
    ...planned,
    loaded,
    counts: stages.counts,
    ...(!isAlone && { cachePoints: () => runCachePoints(tools, stages.layout(loaded.measured, planned.fitted), 0) }),
    stateOf: (rows) =>
      beginEpoch(loaded.measured, planned.fitted, {
        ...epochFacts(stages, loaded),
        rows,
        before: noRows,
        epoch: 1,
        stale: [],
        summaries: summariesFingerprint(stages.request.session.summaries),
      }),
  }
}
