import type { BuiltContext, Context, Notice } from '@lamella/core'
import { explainDiagnosis, type ProviderDiagnosis } from '@lamella/runs'
import { readDiagnosis } from '@lamella/wire/formats'

/** The last request of a conversation, and what its provider said of it. */
interface Last {
  readonly context: Context
  readonly diagnosis: ProviderDiagnosis
}

/** Conversations whose last request is kept: it has all that was sent. */
const mostKept = 16

/** Joins what providers say of requests with what changed in them. */
export interface Diagnoses {
  /**
   * Returns what a provider found in a request; empty if nothing.
   *
   * @param conversation A name of its own for each conversation; `undefined` for a request that extends none.
   * @param responses The response, or what the host has of it.
   */
  found(conversation: string | undefined, context: Context, responses: readonly unknown[]): readonly Notice[]
}

/**
 * Creates what explains the diagnoses of a host's requests. To say what changed, it keeps the last requests of a few conversations
 * in memory, of those alone whose provider says something of requests; of others it says what the provider says.
 */
function createDiagnoses(): Diagnoses {
  const lasts = new Map<string, Last>()
  return {
    found: (conversation, context, responses) => {
      const diagnosis = readDiagnosis(...responses)
      const last = conversation === undefined ? undefined : lasts.get(conversation)
      if (conversation !== undefined) {
        // What is compared with the next request is this one, or nothing.
        lasts.delete(conversation)
        if (diagnosis) lasts.set(conversation, { context, diagnosis })
        const [oldest] = lasts.keys()
        if (lasts.size > mostKept && oldest !== undefined) lasts.delete(oldest)
      }
      if (diagnosis === undefined) return []
      const before = last && hasDetails(last.context) && hasDetails(context) ? last.context : undefined
      return explainDiagnosis(diagnosis, { context: context as BuiltContext, before, earlier: last?.diagnosis })
    },
  }
}

const ofStores = new WeakMap<object, Diagnoses>()

/** Returns what explains the diagnoses of the sessions of a store, with which hosts are made anew for each run. */
export function diagnosesOf(sessions: object | undefined): Diagnoses {
  const known = sessions && ofStores.get(sessions)
  const own = known ?? createDiagnoses()
  if (sessions) ofStores.set(sessions, own)
  return own
}

/** A context of an assembler of one's own may have none. */
function hasDetails(context: Context): context is BuiltContext {
  return context.report.built !== undefined
}
