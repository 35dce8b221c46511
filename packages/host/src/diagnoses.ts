import type { BuiltContext, Context } from '@lamella/core'
import { createBoundedMap } from '@lamella/core/plugin'
import type { Diagnoses } from './contract/host.ts'
import { explainDiagnosis, type ProviderDiagnosis } from './explain-diagnosis.ts'

/** The last request of a conversation, and what its provider said of it. */
interface Last {
  readonly context: Context
  readonly diagnosis: ProviderDiagnosis
}

/** Conversations whose last request is kept: it has all that was sent. */
const mostKept = 16

/**
 * Creates what explains the diagnoses of a host's requests, or of those of several hosts, for what outlives them. To say what changed, it keeps the last requests of a few conversations
 * in memory, of those alone whose provider says something of requests; of others it says what the provider says.
 */
export function createDiagnoses(): Diagnoses {
  const lasts = createBoundedMap<string, Last>(mostKept)
  return {
    found: async (conversation, context, responses) => {
      // A program that only creates an adapter does not load what reads responses.
      const { readDiagnosis } = await import('@lamella/wire/formats')
      const diagnosis = readDiagnosis(...responses)
      const last = conversation === undefined ? undefined : lasts.get(conversation)
      // What is compared with the next request is this one, or nothing.
      if (conversation !== undefined && diagnosis) lasts.set(conversation, { context, diagnosis })
      else if (conversation !== undefined) lasts.delete(conversation)
      if (diagnosis === undefined) return []
      const before = last && hasDetails(last.context) && hasDetails(context) ? last.context : undefined
      return explainDiagnosis(diagnosis, { context: context as BuiltContext, before, earlier: last?.diagnosis })
    },
  }
}

/** A context of an assembler of one's own may have none. */
function hasDetails(context: Context): context is BuiltContext {
  return context.report.built !== undefined
}
