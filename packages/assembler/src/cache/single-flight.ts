import { aborted, throwIfAborted } from '@lamella/core/plugin'

/** A call shared by all callers that arrive while it is running. */
export interface SingleFlight<Value> {
  /**
   * Returns the result of `make`, or joins the pending call of that key. Each caller may leave with a signal and is
   * rejected with its reason; when the last one has left, the signal of `make` is aborted. A failure reaches all
   * waiting callers, and the next caller starts again.
   */
  once(group: string, key: string, make: Make<Value>, options?: WaitOptions): Promise<Value>
  /**
   * Makes later callers start again; callers that already wait are still served. Without a key: all of the group, or
   * all groups.
   */
  forget(group?: string, key?: string): void
}

/**
 * Makes a value.
 *
 * @param signal Aborted when no caller waits any longer.
 * @param isCurrent Whether it is still remembered.
 */
type Make<Value> = (signal: AbortSignal, isCurrent: () => boolean) => Value | PromiseLike<Value>

interface WaitOptions {
  readonly signal?: AbortSignal | undefined
}

interface Flight<Value> {
  readonly control: AbortController
  readonly promise: Promise<Value>
  waiting: number
}

/**
 * Creates a registry in which concurrent equal requests share one promise.
 *
 * @example
 * const flights = createSingleFlight<string>()
 * const text = await flights.once('session-123', 'prompt', () => readPrompt())
 */
export function createSingleFlight<Value>(): SingleFlight<Value> {
  const groups = new Map<string, Map<string, Flight<Value>>>()
  const current = (group: string, key: string): Flight<Value> | undefined => groups.get(group)?.get(key)
  const drop = (group: string, key: string, flight: Flight<Value>): void => {
    if (current(group, key) !== flight) return
    const own = groups.get(group)
    own?.delete(key)
    if (own?.size === 0) groups.delete(group)
  }

  const begin = (group: string, key: string, make: Make<Value>): Flight<Value> => {
    const control = new AbortController()
    // In a later microtask, so that it is registered before it runs.
    const promise = Promise.resolve().then(() => make(control.signal, () => current(group, key) === flight))
    const flight: Flight<Value> = { control, promise, waiting: 0 }
    const own = groups.get(group) ?? new Map<string, Flight<Value>>()
    groups.set(group, own.set(key, flight))
    const end = (): void => drop(group, key, flight)
    promise.then(end, end)
    return flight
  }

  return {
    once: async (group, key, make, { signal } = {}) => {
      throwIfAborted(signal, 'The wait for an answer')
      const flight = current(group, key) ?? begin(group, key, make)
      flight.waiting++
      return waitFor(flight.promise, signal, (reason) => {
        flight.waiting--
        if (flight.waiting > 0) return
        drop(group, key, flight)
        flight.control.abort(reason)
      })
    },
    forget: (group, key) => {
      if (group === undefined) groups.clear()
      else if (key === undefined) groups.delete(group)
      else {
        const flight = current(group, key)
        if (flight) drop(group, key, flight)
      }
    },
  }
}

/** Returns a promise that stops waiting once a signal is aborted. */
function waitFor<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
  onLeave: (reason: unknown) => void,
): Promise<Value> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(aborted(signal, 'The wait for an answer'))
      onLeave(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    promise.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject)
  })
}
