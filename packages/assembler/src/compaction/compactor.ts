import {
  type CompactionResult,
  type CompactSessionRequest,
  checkCompactable,
  compactSession,
} from '@lamella/compaction'
import { aborted } from '@lamella/core/plugin'
import { ownerOf, type SessionStore } from '@lamella/store'
import { createSingleFlight, type SingleFlight } from '../cache/single-flight.ts'

/**
 * Creates a function that compacts sessions with `compactSession`, each of them once at a time: a call for a session
 * that is already being compacted gets that result. A signal ends only its caller's wait; the work ends when no caller
 * waits for it.
 *
 * @example
 * const compact = createCompactor()
 * const [one, other] = await Promise.all([compact(request), compact(request)])
 * one === other // true
 */
export function createCompactor(): (request: CompactSessionRequest) => Promise<CompactionResult> {
  const flightsOf = new WeakMap<SessionStore, SingleFlight<CompactionResult>>()
  return async (request) => {
    checkCompactable(request)
    const { store, scope, session, signal } = request
    const { tenant, user, agent } = ownerOf(scope)
    const flights = flightsOf.get(store) ?? createSingleFlight<CompactionResult>()
    flightsOf.set(store, flights)
    try {
      return await flights.once(
        JSON.stringify([tenant, user, agent]),
        session,
        (own) => compactSession({ ...request, signal: own }),
        { signal },
      )
    } catch (error) {
      throw signal?.aborted ? aborted(signal, 'The compaction') : error
    }
  }
}
