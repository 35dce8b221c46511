import type { Session } from '@lamella/core'
import type { LoadedLayers } from '@lamella/core/plugin'
import { storePlaces } from '@lamella/core/plugin'
import type { EpochFacts } from './begin-epoch.ts'
import type { RunStages } from './run-stages.ts'
import { settingsOf } from './setting-changes.ts'

/** Returns what a run remembers of any request that begins an epoch. */
export function epochFacts(
  stages: RunStages,
  { measured, tools }: LoadedLayers,
): Omit<EpochFacts, 'epoch' | 'rows' | 'before' | 'stale' | 'summaries'> {
  const { counter, parameters, request } = stages
  const { scope, session, message } = request
  return {
    scope,
    model: parameters.model,
    tools,
    settings: settingsOf(stages),
    keepsTools: counter.framing.takesToolChanges?.(parameters, [], []) === true,
    returned: measured.flatMap(({ source }) => source.result.fragments),
    length: session.length,
    hasMessage: message !== undefined,
    appendOnly: session.appendOnly === true,
    question: stages.asked,
    hidden: hiddenBySummaries(session),
  }
}

function hiddenBySummaries(session: Session): number | undefined {
  const hasSummaries = (session.summaries ?? []).length > 0
  return hasSummaries && session.original ? storePlaces(session)(session.length) - session.length : undefined
}
