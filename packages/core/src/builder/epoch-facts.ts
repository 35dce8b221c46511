import type { Session } from '../contract/sources.ts'
import type { EpochFacts } from '../run/begin-epoch.ts'
import { storePlaces } from '../run/gone.ts'
import type { LoadedLayers, Loading } from './load-layers.ts'
import { keepsTools, type Settings } from './settings.ts'

/** Returns what a run remembers of any request that begins an epoch. */
export function epochFacts(
  settings: Settings,
  { shared, question }: Loading,
  { measured, tools }: LoadedLayers,
): Omit<EpochFacts, 'epoch' | 'rows' | 'stale' | 'summaries'> {
  const { scope, session, message } = shared
  return {
    scope,
    model: settings.parameters.model,
    tools,
    keepsTools: keepsTools(settings),
    returned: measured.flatMap(({ source }) => source.result.fragments),
    length: session.length,
    hasMessage: message !== undefined,
    appendOnly: session.appendOnly === true,
    question,
    hidden: hiddenBySummaries(session),
  }
}

function hiddenBySummaries(session: Session): number | undefined {
  const hasSummaries = (session.summaries ?? []).length > 0
  return hasSummaries && session.original ? storePlaces(session)(session.length) - session.length : undefined
}
