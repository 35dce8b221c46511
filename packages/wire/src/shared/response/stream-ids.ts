import { madeUpId, type Taken } from './call-arguments.ts'

/** Returns the id of a call in the deltas of a stream: its own, or the one that it gets in the whole response. */
export type StreamIds = (call: object, given: string, name: string) => string

/**
 * Gives calls without an id of their own the ids of the whole response, as soon as they begin.
 *
 * @param make Returns the id of a call by its place among the calls.
 */
export function createStreamIds(make: (place: number, name: string, taken: Taken) => string): StreamIds {
  const places = new Map<object, number>()
  const made = new Map<object, string>()
  const owners = new Map<string, object>()
  return (call, given, name) => {
    const place = places.get(call) ?? places.size
    places.set(call, place)
    const isOwn = given !== '' && (owners.get(given) ?? call) === call
    const id = isOwn ? given : (made.get(call) ?? make(place, name, owners))
    if (!isOwn) made.set(call, id)
    owners.set(id, call)
    return id
  }
}

/** Gives ids as `createCallIds` does. @param responseId Returns the id of the response, once it is known. */
export function streamIdsFor(responseId: () => unknown): StreamIds {
  return createStreamIds((place, name, taken) => madeUpId(responseId(), place, name, taken))
}
