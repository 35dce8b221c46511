import { aborted, throwIfAborted } from '@lamella/core/plugin'

/** What is made once for all who ask while it is being made. */
export interface SingleFlight<Value> {
  /**
   * Gives what `make` makes, or what is being made of that key already. Each who waits may leave by a signal, and is rejected
   * with its reason; when the last one has left, the signal of `make` is aborted. A failure is told to all who wait, and
   * the next who asks begins anew.
   */
  once(group: string, key: string, make: Make<Value>, options?: WaitOptions): Promise<Value>
  /** Those who ask from now on begin anew; those who wait already are still served. Without a key: all of the group, or all. */
  forget(group?: string, key?: string): void
}

/**
 * Makes a value.
 *
 * @param signal Aborted when nobody waits any more.
 * @param isCurrent Whether it has not been forgotten meanwhile.
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
 * Equal requests that run at the same time share one promise.
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
    // In a turn of its own, so that it can be found before anything of it runs.
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

/** A promise that is not waited for any longer once a signal is aborted. */
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
    const stay = (): void => signal.removeEventListener('abort', leave)
    promise.then(
      (value) => {
        stay()
        resolve(value)
      },
      (error: unknown) => {
        stay()
        reject(error)
      },
    )
  })
}
