import type * as nodeTest from 'node:test'
import { defineLayer, isLamellaError, type Tokenizer } from '@lamella/core'
import type { MemoryStore, SessionStore } from '@lamella/store'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import {
  type ConformanceCase,
  charTokenizer,
  fakeRequest,
  isConformanceError,
  layerSuite,
  memoryStoreSuite,
  type Runner,
  registerSuite,
  runSuite,
  sessionStoreSuite,
  type TestContext,
  type TestedSessionStore,
  tokenizerSuite,
} from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { wordRanker } from './rankers/word-ranker.ts'

const rounding: Tokenizer = { name: 'rounding', exact: false, count: (text) => Math.floor(text.length / 4) }

const few = { runs: 5, largest: 1000 } as const

describe('a failed case', () => {
  it('reports what was expected, what was seen, and which line of the contract it breaks', async () => {
    const { failed } = await runSuite(tokenizerSuite(() => rounding))
    expect(failed.map(({ error }) => error.message)).toEqual([
      'TOKENIZER_VISIBLE: expected 1 token or more for visible text, but saw 0 for "a". ' +
        'The contract, Tokenizer.count: "Returns the tokens of the text alone, without message framing." [CONFORMANCE_FAILED]',
    ])
    expect(failed[0]?.error.details).toEqual({
      rule: 'TOKENIZER_VISIBLE',
      expected: '1 token or more for visible text',
      seen: '0 for "a"',
      contract: ['Tokenizer.count', 'Returns the tokens of the text alone, without message framing.'],
    })
  })

  it("keeps the subject's error as its cause", async () => {
    const cause = new RangeError('no such model')
    const broken = tokenizerSuite(() => {
      throw cause
    })
    const error: unknown = await broken[0]?.run().catch((thrown: unknown) => thrown)
    expect(isConformanceError(error)).toBe(true)
    expect(isLamellaError(error, 'CONFORMANCE_FAILED') && error.cause).toBe(cause)
    expect(String(error)).toContain('a throw: RangeError: no such model')
  })

  it('shows where two long values begin to differ, and not all of them', async () => {
    let loads = 0
    const notes = defineLayer('notes', {
      load: ({ scope }) => {
        Object.assign(scope, { extra: 1 })
        const last = `note ${loads++}`
        return Array.from({ length: 400 }, (_, at) => ({
          id: at < 399 ? `note-${at}` : last,
          content: at < 399 ? 'x' : last,
        }))
      },
    })
    const { failed } = await runSuite(layerSuite(() => notes))
    const seen = new Map(failed.map(({ code, error }) => [code, error.details]))
    for (const code of ['LAYER_STABLE_IDS', 'LAYER_DETERMINISTIC'])
      expect(seen.get(code)?.seen).toMatch(/, with .*note \d+.* instead of .*note \d+.*$/)
    expect(seen.get('LAYER_PURE')?.seen).toMatch(/, with .*"extra":1.* instead of /)
    for (const { expected, seen: shown } of seen.values()) expect(expected.length + shown.length).toBeLessThan(700)
  })

  it('shrinks a generated input to a small one', async () => {
    const long: Tokenizer = { ...charTokenizer, count: (text) => (text.length < 9 ? text.length : 0.5) }
    const { failed } = await runSuite(tokenizerSuite(() => long).filter(({ code }) => code === 'TOKENIZER_ADDITIVE'))
    expect(failed).toEqual([])
    const jumps: Tokenizer = { ...charTokenizer, count: (text) => text.length + (text.length < 9 ? 0 : 100) }
    const [found] = (await runSuite(tokenizerSuite(() => jumps))).failed
    expect(found?.error.details.seen).toMatch(/^109 for /)
  })
})

describe('a suite', () => {
  it('creates nothing before a case runs, and a new subject for each case', async () => {
    let made = 0
    const cases = tokenizerSuite(() => {
      made++
      return charTokenizer
    })
    expect(made).toBe(0)
    await cases[0]?.run()
    await cases[0]?.run()
    expect(made).toBe(2)
  })

  it('finds the same faults with the same seed', async () => {
    const jumps: Tokenizer = { ...charTokenizer, count: (text) => text.length + (text.length % 11 === 9 ? 50 : 0) }
    const messages = async (seed: number): Promise<readonly string[]> =>
      (await runSuite(tokenizerSuite(() => jumps, { seed }))).failed.map(({ error }) => error.message)
    expect(await messages(7)).toEqual(await messages(7))
    expect((await messages(7)).length).toBeGreaterThan(0)
  })
})

describe('runSuite', () => {
  it('runs all cases in order and lists which passed and which failed', async () => {
    const cases = tokenizerSuite(() => rounding)
    const { passed, failed, skipped } = await runSuite(cases)
    expect(failed.map(({ code }) => code)).toEqual(['TOKENIZER_VISIBLE'])
    expect(skipped.map(({ code }) => code)).toEqual(['TOKENIZER_LINES'])
    const others = cases.map(({ code }) => code).filter((code) => !/_VISIBLE$|_LINES$/.test(code))
    expect(passed).toEqual(others)
  })

  it('lists each case about a missing optional method as skipped, with the reason', async () => {
    const bare = (): SessionStore => {
      const { append, info, page, read, list, delete: remove } = createSessionStore()
      return { append, info, page, read, list, delete: remove }
    }
    const cases = sessionStoreSuite(bare, few)
    const { failed, skipped } = await runSuite(cases)
    expect(failed.map(({ error }) => error.message)).toEqual([])
    const reasons = new Map(skipped.map(({ code, reason }) => [code, reason]))
    const capabilities = /^SESSION_(HAS_|RUN|COMPACT|NATIVE|FORK|EXPORT|IMPORT|ERASE|VERIFY|SEARCH)/
    for (const code of reasons.keys()) expect(code).toMatch(/_(REOPEN|CLOSE)$/.test(code) ? code : capabilities)
    expect(reasons.get('SESSION_HAS_RUNS')).toBe('the store has no runs.read() and no runs.write()')
    expect(reasons.get('SESSION_CLOSE')).toBe('the store has no close()')
    expect(reasons.get('SESSION_REOPEN')).toBe('the option reopen is not set')
  })

  it.each([
    ['RUNS', 'runs', 'runs.read() and no runs.write()'],
    ['COMPACTIONS', 'compactions', 'compactions.add() and no compactions.list()'],
    ['TRANSFER', 'transfer', 'transfer.fork() and no transfer.export() and no transfer.import()'],
    ['ADMIN', 'admin', 'admin.erase() and no admin.verify()'],
    ['SEARCH', 'search', 'search()'],
  ] as const)('fails one case for a capability that a store should have and lacks: %s', async (name, has, methods) => {
    const bare = (): SessionStore => {
      const { append, info, page, read, list, delete: remove } = createSessionStore()
      return { append, info, page, read, list, delete: remove }
    }
    const { failed } = await runSuite(sessionStoreSuite(bare, { has: [has], ...few }))
    expect(failed.map(({ code }) => code)).toEqual([`SESSION_HAS_${name}`])
    expect(failed[0]?.error.message).toContain(`the store has no ${methods}`)
  })

  it('also lists skipped cases of a memory store', async () => {
    const bare = (): MemoryStore => {
      const { put, get, list, delete: remove } = createMemoryStore()
      return { put, get, list, delete: remove }
    }
    const cases = memoryStoreSuite(bare, few)
    const { failed, skipped } = await runSuite(cases)
    expect(failed.map(({ error }) => error.message)).toEqual([])
    const optional = /_(RESTORE|REOPEN|SEARCH|ERASE|CLOSE)/
    expect(skipped.map(({ code }) => code)).toEqual(cases.map(({ code }) => code).filter((code) => optional.test(code)))
  })

  it('counts a failing subject factory as one failure, and skips the other cases', async () => {
    const cause = new Error('no database')
    let asked = 0
    const cases = sessionStoreSuite(() => {
      asked++
      throw cause
    })
    const { passed, failed, skipped } = await runSuite(cases)
    expect(failed.map(({ code, error }) => [code, error.cause])).toEqual([['SESSION_APPEND', cause]])
    expect([passed, asked, skipped.length]).toEqual([[], 1, cases.length - 1])
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
      new Set(['no subject could be created: see SESSION_APPEND']),
    )
  })

  it('continues if a later subject can be created', async () => {
    let isDown = true
    const cases = tokenizerSuite(() => {
      if (isDown) throw new Error('down')
      return charTokenizer
    })
    await expect(cases[0]?.run()).rejects.toThrow('down')
    isDown = false
    await cases[0]?.run()
    expect((await runSuite(cases)).failed).toEqual([])
  })

  it('skips no case for a store with all optional methods', async () => {
    const reopen = (store: TestedSessionStore): TestedSessionStore => store
    const make = (): TestedSessionStore => ({ ...createSessionStore({ ranker: wordRanker }), close: async () => {} })
    expect((await runSuite(sessionStoreSuite(make, { reopen, ...few }))).skipped).toEqual([])
  })

  it('does not report a mistake in the test as a failed case', async () => {
    const own: ConformanceCase = { name: 'mine', code: 'MINE', run: () => Promise.reject(new TypeError('typo')) }
    await expect(runSuite([own])).rejects.toThrow('typo')
  })
})

describe('registerSuite', () => {
  it('registers one group with a test for each case in any runner', async () => {
    const titles: string[] = []
    const bodies: (() => Promise<void>)[] = []
    const runner: Runner = {
      describe: (name, body) => {
        titles.push(name)
        body()
      },
      it: (name, body) => {
        titles.push(name)
        bodies.push(body)
      },
    }
    const cases = tokenizerSuite(() => charTokenizer)
    registerSuite(runner, 'char', cases)
    expect(titles).toEqual(['char', ...cases.map(({ name, code }) => `${name} (${code})`)])
    await Promise.all(bodies.map((body) => body()))
  })

  it('skips the test if the runner can, and otherwise reports which test was skipped', async () => {
    const bodies = new Map<string, (context?: TestContext) => Promise<void>>()
    const said: string[] = []
    const runner: Runner = {
      describe: (_name, body) => body(),
      it: (name, body) => bodies.set(name, body),
      skipped: (line) => said.push(line),
    }
    registerSuite(
      runner,
      'ours',
      layerSuite(() => defineLayer('motto', { load: () => 'Be kind.' })),
    )
    const [title = '', body] = [...bodies].find(([name]) => name.endsWith('(LAYER_STATIC)')) ?? []
    const reasons: string[] = []
    await body?.({ skip: (reason) => reasons.push(reason) })
    expect(reasons).toEqual(["the layer's stability is 'turn'"])
    // vitest ends the test by throwing its own error.
    const ended = new Error('skipped')
    const skip = (): never => {
      throw ended
    }
    await expect(body?.({ skip })).rejects.toBe(ended)
    expect(said).toEqual([])
    await body?.()
    expect(said).toEqual(["ours: LAYER_STATIC skipped: the layer's stability is 'turn'"])
    // jest and mocha wait for a callback if a test declares a parameter.
    expect([body?.length, title]).toEqual([0, expect.stringContaining('if its stability is static')])
  })

  it('accepts the exports of node:test', () => {
    const fits = (runner: Pick<typeof nodeTest, 'describe' | 'it'>): Runner => runner
    expect(fits).toBeTypeOf('function')
  })

  // The real runner: these cases run as separate tests.
  registerSuite(
    { describe, it },
    'with vitest',
    layerSuite(() => defineLayer('motto', { load: () => 'Be kind.' })),
  )
})

describe('fakeRequest', () => {
  it('keeps fields that are set to undefined', () => {
    const request = fakeRequest({ message: undefined, now: undefined })
    expect([request.message, request.now, request.query]).toEqual([undefined, undefined, ''])
  })

  it('creates new objects on every call and derives the query from the message', () => {
    const [a, b] = [fakeRequest(), fakeRequest()]
    expect(a.tools).not.toBe(b.tools)
    expect(a.query).toBe('What did we decide about the launch?')
    expect(fakeRequest({ message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] } }).query).toBe('Hi')
  })
})
