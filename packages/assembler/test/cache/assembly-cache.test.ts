import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AssemblyCache } from '../../src/cache/assembly-cache.ts'
import type { AssembledContext } from '../../src/contract/assembled-context.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock controlled by the test. */
function clock(): { time: number; readonly now: () => number } {
  const it = { time: 0, now: () => it.time }
  return it
}

describe('AssemblyCache', () => {
  it('keeps assembled contexts with a time to live', () => {
    const assembledContext = { systemPrompt: 'You are helpful.' } as AssembledContext
    const cache = new AssemblyCache(60_000) // 60 second TTL

    expect(cache.get('session-123', { model: 'gpt-4o' })).toBeUndefined()
    cache.set('session-123', { model: 'gpt-4o' }, assembledContext)
    expect(cache.get('session-123', { model: 'gpt-4o' })).toBe(assembledContext)
    cache.invalidate('session-123')
    expect(cache.get('session-123', { model: 'gpt-4o' })).toBeUndefined()

    const stats = cache.getStats()
    expect(stats.hits).toBe(1)
    expect(stats.misses).toBe(2)
    expect(stats.hitRate).toBeCloseTo(1 / 3)
  })

  it('behaves like a plain map with expiry times, on generated calls', () => {
    const session = fc.constantFrom('a', 'a', 'a', '__proto__', '"a"')
    const key = fc.constantFrom<unknown>({ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }, 'a', null)
    const call = fc.oneof(
      fc.record({ type: fc.constant('get' as const), session, key }),
      fc.record({ type: fc.constant('set' as const), session, key }),
      fc.record({ type: fc.constant('invalidate' as const), session }),
      fc.record({ type: fc.constant('wait' as const), time: fc.integer({ min: 0, max: 6 }) }),
    )
    const limits = fc.record({
      ttl: fc.constantFrom(0, 5, 20, Number.POSITIVE_INFINITY),
      maxEntries: fc.constantFrom(0, 1, 2, 3, 100),
    })
    const seen = { hits: 0, pushedOut: 0, late: 0 }
    fc.assert(
      fc.property(limits, fc.array(call, { maxLength: 60, size: 'max' }), ({ ttl, maxEntries }, calls) => {
        const time = clock()
        const cache = new AssemblyCache<number>(ttl, { maxEntries, now: time.now })
        // The oracle: a list in order of use, keyed by content sorted by hand.
        let list: { session: string; key: string; value: number; at: number }[] = []
        const counts = { hits: 0, misses: 0 }
        const text = (given: unknown): string =>
          typeof given === 'object' && given !== null && !Array.isArray(given)
            ? JSON.stringify(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)))
            : `${Array.isArray(given)} ${JSON.stringify(given)}`
        for (const [value, one] of calls.entries()) {
          if (one.type === 'wait') time.time += one.time
          else if (one.type === 'invalidate') {
            cache.invalidate(one.session)
            list = list.filter((entry) => entry.session !== one.session)
          } else {
            const isIt = (entry: { session: string; key: string }): boolean =>
              entry.session === one.session && entry.key === text(one.key)
            const found = list.find(isIt)
            list = list.filter((entry) => !isIt(entry))
            if (one.type === 'set') {
              cache.set(one.session, one.key, value)
              list.push({ session: one.session, key: text(one.key), value, at: time.time })
              if (list.length > maxEntries) seen.pushedOut++
              list = maxEntries === 0 ? [] : list.slice(-maxEntries)
            } else {
              const lives = found !== undefined && time.time - found.at < ttl
              if (found && !lives) seen.late++
              expect(cache.get(one.session, one.key)).toBe(lives ? found.value : undefined)
              if (lives) list.push(found)
              counts[lives ? 'hits' : 'misses']++
            }
          }
          const hitRate = counts.hits === 0 ? 0 : counts.hits / (counts.hits + counts.misses)
          expect(cache.getStats()).toEqual({ ...counts, hitRate, size: list.length })
        }
        seen.hits += counts.hits
      }),
      { numRuns: 700 },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30)
  })

  it('creates a missing value once for concurrent equal requests', async () => {
    const cache = new AssemblyCache<string>()
    let made = 0
    const make = async (): Promise<string> => {
      await turn()
      return `made ${++made}`
    }
    const keys = [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ]
    expect(await Promise.all(keys.map((key) => cache.getOrMake('s', key, make)))).toEqual(['made 1', 'made 1'])
    expect(await cache.getOrMake('s', keys[0], make)).toBe('made 1')
    expect(await cache.getOrMake('other', keys[0], make)).toBe('made 2')
    expect(cache.getStats()).toEqual({ hits: 1, misses: 3, hitRate: 0.25, size: 2 })
  })

  it('stores no failures, and stores undefined like any other value', async () => {
    const cache = new AssemblyCache<string | undefined>()
    await expect(cache.getOrMake('s', 'k', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
    expect(cache.getStats().size).toBe(0)
    expect(await cache.getOrMake('s', 'k', () => undefined)).toBeUndefined()
    expect(await cache.getOrMake('s', 'k', () => 'not asked')).toBeUndefined()
  })

  it.each<[string, (cache: AssemblyCache<string>) => void, string]>([
    ['invalidated', (cache) => cache.invalidate('s'), 'new'],
    ['invalidated with all others', (cache) => cache.invalidate(), 'new'],
    ['set', (cache) => cache.set('s', 'k', 'set'), 'set'],
  ])('neither stores nor returns a value whose creation started before it was %s', async (_, change, expected) => {
    const cache = new AssemblyCache<string>()
    let finish = (_value: string): void => {}
    const before = cache.getOrMake('s', 'k', () => new Promise<string>((resolve) => (finish = resolve)))
    await turn()
    change(cache)
    const after = cache.getOrMake('s', 'k', () => 'new')
    finish('old')
    expect(await before).toBe('old')
    expect(await after).toBe(expected)
    expect(cache.get('s', 'k')).toBe(expected)
  })

  it('does not affect pending work of other sessions when one is invalidated', async () => {
    const cache = new AssemblyCache<string>()
    const other = cache.getOrMake('other', 'k', () => 'other')
    cache.invalidate('s')
    await other
    expect(cache.get('other', 'k')).toBe('other')
  })

  it('counts the age of a value from the start of its creation', async () => {
    const time = clock()
    const cache = new AssemblyCache<string>(10, { now: time.now })
    await cache.getOrMake('s', 'k', () => {
      time.time = 6
      return 'made'
    })
    time.time = 9
    expect(cache.get('s', 'k')).toBe('made')
    time.time = 10
    expect(cache.get('s', 'k')).toBeUndefined()
  })

  it("does not extend an entry's life when the clock is set back", () => {
    const time = clock()
    const cache = new AssemblyCache<string>(10, { now: time.now })
    time.time = 1_000
    cache.set('s', 'k', 'set')
    time.time = 5
    expect(cache.get('s', 'k')).toBeUndefined()
  })

  it('ends the wait of one caller, and the work when no caller waits', async () => {
    const cache = new AssemblyCache<string>()
    const [a, b] = [new AbortController(), new AbortController()]
    let work: AbortSignal | undefined
    const make = (signal: AbortSignal): Promise<string> => {
      work = signal
      return new Promise(() => {})
    }
    const asked = [a, b].map(({ signal }) => cache.getOrMake('s', 'k', make, { signal }))
    await turn()
    a.abort()
    await expect(asked[0]).rejects.toMatchObject({ code: 'ABORTED' })
    expect(work?.aborted).toBe(false)
    b.abort()
    await expect(asked[1]).rejects.toMatchObject({ code: 'ABORTED' })
    expect(work?.aborted).toBe(true)
    const again = cache.getOrMake('s', 'k', () => 'kept', { signal: AbortSignal.abort() })
    await expect(again).rejects.toMatchObject({ code: 'ABORTED' })
    expect(cache.getStats().size).toBe(0)
  })

  it('holds nothing for sessions without entries', () => {
    const cache = new AssemblyCache<number>(60_000, { maxEntries: 3 })
    for (let index = 0; index < 1_000; index++) cache.set(`session-${index}`, {}, index)
    expect(cache.getStats().size).toBe(3)
    expect(cache.get('session-996', {})).toBeUndefined()
    expect(cache.get('session-997', {})).toBe(997)
  })

  it('rejects invalid arguments', () => {
    const cache = new AssemblyCache<number>()
    const calls = [
      () => new AssemblyCache(-1),
      () => new AssemblyCache(Number.NaN),
      () => new AssemblyCache(1, { maxEntries: 1.5 }),
      () => new AssemblyCache(1, { maxEntry: 1 } as object),
      () => cache.get(undefined as unknown as string, {}),
      () => cache.set('s', { run: () => 1 }, 1),
    ]
    for (const call of calls) {
      expect(isLamellaError(thrown(call), 'OPTION_INVALID')).toBe(true)
    }
  })
})

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
