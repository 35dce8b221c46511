import { describe, expect, it } from 'vitest'
import { createSingleFlight } from '../../src/cache/single-flight.ts'

/** Work that ends when the test says so. */
function work(): {
  readonly signals: AbortSignal[]
  readonly ends: { resolve(value: string): void; reject(error: unknown): void }[]
  readonly make: (signal: AbortSignal) => Promise<string>
} {
  const signals: AbortSignal[] = []
  const ends: { resolve(value: string): void; reject(error: unknown): void }[] = []
  const make = (signal: AbortSignal): Promise<string> => {
    signals.push(signal)
    return new Promise((resolve, reject) => ends.push({ resolve, reject }))
  }
  return { signals, ends, make }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('createSingleFlight', () => {
  it('makes a value once for concurrent callers, and again for later ones', async () => {
    const flights = createSingleFlight<string>()
    const { ends, make } = work()
    const asked = [flights.once('s', 'k', make), flights.once('s', 'k', make)]
    await turn()
    const third = flights.once('s', 'k', make)
    ends[0]?.resolve('one')
    expect(await Promise.all([...asked, third])).toEqual(['one', 'one', 'one'])
    const later = flights.once('s', 'k', make)
    await turn()
    ends[1]?.resolve('two')
    expect(await later).toBe('two')
    expect(ends).toHaveLength(2)
  })

  it('keeps keys and groups apart, whatever their names', async () => {
    const flights = createSingleFlight<string>()
    const asked = [
      ['s', 'k'],
      ['s', '__proto__'],
      ['__proto__', 'k'],
      ['', ''],
    ].map(([group = '', key = '']) => flights.once(group, key, () => `${group}/${key}`))
    expect(await Promise.all(asked)).toEqual(['s/k', 's/__proto__', '__proto__/k', '/'])
  })

  it('reports a failure to all waiting callers, even if thrown synchronously, and does not cache it', async () => {
    const flights = createSingleFlight<string>()
    const fails = (): string => {
      throw new Error('no disk')
    }
    const asked = [flights.once('s', 'k', fails), flights.once('s', 'k', fails)]
    for (const one of asked) await expect(one).rejects.toThrow('no disk')
    expect(await flights.once('s', 'k', () => 'fine')).toBe('fine')
  })

  it('lets one caller leave without the others, and ends the work when all have left', async () => {
    const flights = createSingleFlight<string>()
    const { signals, ends, make } = work()
    const [a, b] = [new AbortController(), new AbortController()]
    const first = flights.once('s', 'k', make, { signal: a.signal })
    const second = flights.once('s', 'k', make, { signal: b.signal })
    await turn()
    a.abort(new Error('a left'))
    await expect(first).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('a left') })
    expect(signals[0]?.aborted).toBe(false)
    b.abort(new Error('b left'))
    await expect(second).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('b left') })
    expect(signals[0]?.reason).toEqual(new Error('b left'))
    // A new caller does not get abandoned work.
    const third = flights.once('s', 'k', make)
    ends[0]?.reject(new Error('abandoned'))
    await turn()
    ends[1]?.resolve('new')
    expect(await third).toBe('new')
  })

  it('continues as long as a caller without a signal waits', async () => {
    const flights = createSingleFlight<string>()
    const { signals, ends, make } = work()
    const control = new AbortController()
    const leaving = flights.once('s', 'k', make, { signal: control.signal })
    const staying = flights.once('s', 'k', make)
    await turn()
    control.abort()
    await expect(leaving).rejects.toMatchObject({ code: 'ABORTED' })
    expect(signals[0]?.aborted).toBe(false)
    ends[0]?.resolve('done')
    expect(await staying).toBe('done')
  })

  it('does not start for a caller that has already left', async () => {
    const flights = createSingleFlight<string>()
    const { signals, make } = work()
    await expect(flights.once('s', 'k', make, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    await turn()
    expect(signals).toHaveLength(0)
  })

  it('leaves no listener on the signal', async () => {
    const flights = createSingleFlight<string>()
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners++
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners--
      remove(...given)
    }
    await flights.once('s', 'k', () => 'fine', { signal })
    await expect(flights.once('s', 'k', () => Promise.reject(new Error('no')), { signal })).rejects.toThrow('no')
    expect(listeners).toBe(0)
  })

  it.each<[string, readonly string[]]>([
    ['of a key', ['s', 'k']],
    ['of a group', ['s']],
    ['of everything', []],
  ])('returns a value that was forgotten, %s, only to callers that were already waiting', async (_, what) => {
    const flights = createSingleFlight<string>()
    const { ends, make } = work()
    const current: (() => boolean)[] = []
    const watched = (signal: AbortSignal, isCurrent: () => boolean): Promise<string> => {
      current.push(isCurrent)
      return make(signal)
    }
    const before = flights.once('s', 'k', watched)
    await turn()
    flights.forget(...(what as [string?, string?]))
    const after = flights.once('s', 'k', watched)
    await turn()
    expect(current.map((one) => one())).toEqual([false, true])
    ends[0]?.resolve('old')
    expect(await before).toBe('old')
    // The end of the old work does not end the new.
    expect(current[1]?.()).toBe(true)
    ends[1]?.resolve('new')
    expect(await after).toBe('new')
  })
})
