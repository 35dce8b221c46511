import type { LoadedLayers } from '@lamella/core/plugin'
import { summariesFingerprint } from '@lamella/store'
import { beginEpoch } from './begin-epoch.ts'
import { estimatedBudget, usedBy } from './counting.ts'
import { epochFacts } from './epoch-facts.ts'
import { noRows } from './rows-at-cut.ts'
import type { RequestOfRun, RunStages } from './run-stages.ts'

/** Builds a request on its own: a run begins with it. */
export async function buildOnce(stages: RunStages): Promise<RequestOfRun> {
  const loaded = await stages.load()
  const asked = stages.asks ? await askAboutWhole(stages, loaded) : undefined
  if (asked) return asked
  const fitted = stages.plan(() => stages.fit(loaded))
  return onceOf(stages, loaded, { fitted, counting: stages.counting })
}

/** Asks the provider about a request that would be cut. It may fit; if not, it is built again as it was counted. */
async function askAboutWhole(stages: RunStages, loaded: LoadedLayers): Promise<RequestOfRun | undefined> {
  const { sizes } = loaded
  const whole = stages.plan(() => stages.fit({ ...loaded, sizes: { ...sizes, window: Number.MAX_SAFE_INTEGER } }))
  const used = usedBy(whole)
  if (used + sizes.reserve <= sizes.window) return undefined
  const known = await stages.ask({ ...whole, tools: loaded.tools }, used)
  if (known === undefined) return undefined
  const counting = { ...stages.counting, known }
  const { window } = estimatedBudget(counting, stages.given)
  if (used + sizes.reserve > window) return buildOnce(stages.knowing(known))
  return onceOf(stages, loaded, { fitted: { ...whole, sizes: { ...sizes, window } }, counting })
}

function onceOf(
  stages: RunStages,
  loaded: LoadedLayers,
  planned: Pick<RequestOfRun, 'fitted' | 'counting'>,
): RequestOfRun {
  return {
    ...planned,
    loaded,
    counts: stages.counts,
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
