import type { Session } from '../contract/sources.ts'
import type { EpochFacts } from '../run/begin-epoch.ts'
import { storePlaces } from '../messages/store-places.ts'
import type { LoadedLayers } from '../builder/load-layers.ts'
import type { Stages } from '../builder/stages.ts'
import { questionOf } from './run-stages.ts'

/** Returns what a run remembers of any request that begins an epoch. */
export function epochFacts(
  stages: Stages,
  { measured, tools }: LoadedLayers,
): Omit<EpochFacts, 'epoch' | 'rows' | 'stale' | 'summaries'> {
  const { counter, parameters, request } = stages
  const { scope, session, message } = request
  return {
    scope,
    model: parameters.model,
    tools,
    keepsTools: counter.framing.takesToolChanges?.(parameters, []) === true,
    returned: measured.flatMap(({ source }) => source.result.fragments),
    length: session.length,
    hasMessage: message !== undefined,
    appendOnly: session.appendOnly === true,
    question: questionOf(stages),
    hidden: hiddenBySummaries(session),
  }
}

function hiddenBySummaries(session: Session): number | undefined {
  const hasSummaries = (session.summaries ?? []).length > 0
  return hasSummaries && session.original ? storePlaces(session)(session.length) - session.length : undefined
}
