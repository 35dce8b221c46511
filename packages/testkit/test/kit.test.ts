import type * as nodeTest from 'node:test'
import { defineLayer, isLamellaError, type Tokenizer } from '@lamella/core'
import {
  type ConformanceCase,
  charTokenizer,
  fakeRequest,
  isConformanceError,
  layerSuite,
  type Runner,
  registerSuite,
  runSuite,
  tokenizerSuite,
} from '@lamella/testkit'
import { describe, expect, it } from 'vitest'

const rounding: Tokenizer = { name: 'rounding', exact: false, count: (text) => Math.floor(text.length / 4) }

describe('a failed case', () => {
  it('says what was expected, what was seen, and which line of the contract it breaks', async () => {
    const { failed } = await runSuite(tokenizerSuite(() => rounding))
    expect(failed.map(({ error }) => error.message)).toEqual([
      'TOKENIZER_VISIBLE: expected 1 token or more for a visible text, but saw 0 for "a". ' +
        'The contract, Tokenizer.count: "Tokens of the text alone, without message framing." [CONFORMANCE_FAILED]',
    ])
    expect(failed[0]?.error.details).toEqual({
      rule: 'TOKENIZER_VISIBLE',
      expected: '1 token or more for a visible text',
      seen: '0 for "a"',
      contract: ['Tokenizer.count', 'Tokens of the text alone, without message framing.'],
    })
  })

  it('keeps what the subject threw as its cause', async () => {
    const cause = new RangeError('no such model')
    const broken = tokenizerSuite(() => {
      throw cause
    })
    const error: unknown = await broken[0]?.run().catch((thrown: unknown) => thrown)
    expect(isConformanceError(error)).toBe(true)
    expect(isLamellaError(error, 'CONFORMANCE_FAILED') && error.cause).toBe(cause)
    expect(String(error)).toContain('a throw: RangeError: no such model')
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
  it('makes nothing before a case runs, and a subject anew for each', async () => {
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

  it('finds the same with the same seed', async () => {
    const jumps: Tokenizer = { ...charTokenizer, count: (text) => text.length + (text.length % 11 === 9 ? 50 : 0) }
    const messages = async (seed: number): Promise<readonly string[]> =>
      (await runSuite(tokenizerSuite(() => jumps, { seed }))).failed.map(({ error }) => error.message)
    expect(await messages(7)).toEqual(await messages(7))
    expect((await messages(7)).length).toBeGreaterThan(0)
  })
})

describe('runSuite', () => {
  it('runs all cases in order and lists what passed and what failed', async () => {
    const cases = tokenizerSuite(() => rounding)
    const { passed, failed } = await runSuite(cases)
    expect(failed.map(({ code }) => code)).toEqual(['TOKENIZER_VISIBLE'])
    expect(passed).toEqual(cases.map(({ code }) => code).filter((code) => code !== 'TOKENIZER_VISIBLE'))
  })

  it('does not take a mistake of the test for a failed case', async () => {
    const own: ConformanceCase = { name: 'mine', code: 'MINE', run: () => Promise.reject(new TypeError('typo')) }
    await expect(runSuite([own])).rejects.toThrow('typo')
  })
})

describe('registerSuite', () => {
  it('makes one group with a test for each case, whatever the runner', async () => {
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

  it('takes what node:test exports', () => {
    const fits = (runner: Pick<typeof nodeTest, 'describe' | 'it'>): Runner => runner
    expect(fits).toBeTypeOf('function')
  })

  // The real runner: these are tests of their own.
  registerSuite(
    { describe, it },
    'with vitest',
    layerSuite(() => defineLayer('motto', { load: () => 'Be kind.' })),
  )
})

describe('fakeRequest', () => {
  it('lets undefined stand where it is given', () => {
    const request = fakeRequest({ message: undefined, now: undefined })
    expect([request.message, request.now, request.query]).toEqual([undefined, undefined, ''])
  })

  it('makes new objects at every call and takes the query from the message', () => {
    const [a, b] = [fakeRequest(), fakeRequest()]
    expect(a.tools).not.toBe(b.tools)
    expect(a.query).toBe('What did we decide about the launch?')
    expect(fakeRequest({ message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] } }).query).toBe('Hi')
  })
})
