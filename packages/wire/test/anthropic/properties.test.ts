import { isLamellaError } from '@lamella/core'
import {
  type AnthropicOptions,
  type AnthropicRequest,
  decodeAnthropic,
  encodeAnthropic,
  validateAnthropic,
  type WireContext,
} from '@lamella/wire/anthropic'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { anthropicRules } from '../../src/anthropic/validate.ts'
import { deepFreeze } from '../freeze.ts'
import { context } from '../histories.ts'
import { options, ownContext } from './contexts.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)
const any: fc.Arbitrary<WireContext> = fc.oneof(context.map(withReport), ownContext)

/** Settings that come from options. */
const byOptions = new Set(['AN-ALTERNATE', 'AN-FIRST-USER'])

/** Returns the request, or undefined if there is nothing to send, which is its own error. */
function encoded(value: WireContext, how: AnthropicOptions): AnthropicRequest | undefined {
  try {
    return encodeAnthropic(value, how).request
  } catch (error) {
    if (isLamellaError(error, 'WIRE_UNENCODABLE')) return undefined
    throw error
  }
}

function withReport(value: WireContext): WireContext {
  return { ...value, report: { cache: { points: [] } } }
}

test('every context becomes a valid request', () => {
  let sent = 0
  fc.assert(
    fc.property(any, options, (value, how) => {
      const request = encoded(value, how)
      if (request === undefined) return
      sent++
      const isStrict = how.ensureAlternating ?? how.mergeConsecutive ?? true
      const broken = validateAnthropic(request).filter(({ level, code }) => {
        return level === 'error' || isStrict || !byOptions.has(code)
      })
      expect(broken).toEqual([])
    }),
    { numRuns },
  )
  expect(sent).toBeGreaterThan(0)
})

test('the input is not mutated, and the same context produces the same bytes', () => {
  fc.assert(
    fc.property(any, options, (value, how) => {
      const first = JSON.stringify(encoded(deepFreeze(value), deepFreeze(how)))
      expect(JSON.stringify(encoded(value, how))).toBe(first)
    }),
    { numRuns },
  )
})

test('a request survives JSON unchanged', () => {
  fc.assert(
    fc.property(any, options, (value, how) => {
      const request = encoded(value, how)
      if (request !== undefined) expect(JSON.parse(JSON.stringify(request))).toEqual(request)
    }),
    { numRuns },
  )
})

test('a written request that is read and written again has the same bytes, without losses', () => {
  fc.assert(
    fc.property(any, options, (value, { cache: _, ...how }) => {
      const request = encoded(value, how)
      if (request === undefined) return
      const again = encodeAnthropic(decodeAnthropic(deepFreeze(JSON.parse(JSON.stringify(request)))), {
        ...how,
        unknownFields: 'send',
      })
      expect(again.losses).toEqual([])
      expect(JSON.stringify(again.request)).toBe(JSON.stringify(request))
    }),
    { numRuns },
  )
})

test('a request with a cache plan keeps its marks when it is read and written again', () => {
  fc.assert(
    fc.property(ownContext, options, (value, how) => {
      const request = encoded(value, how)
      if (request === undefined) return
      const { cache: _, ...plain } = how
      expect(JSON.stringify(encoded(decodeAnthropic(request), { ...plain, unknownFields: 'send' }))).toBe(
        JSON.stringify(request),
      )
    }),
    { numRuns },
  )
})

test('each loss and each repair names a place in the given context', () => {
  fc.assert(
    fc.property(any, options, (value, how) => {
      if (encoded(value, how) === undefined) return
      const { losses, repairs } = encodeAnthropic(value, how)
      for (const { path } of [...losses, ...repairs]) {
        if (path === 'parameters') continue
        const [, list, index, part] = /^(\w+)\[(\d+)\](?:\.content\[(\d+)\])?$/.exec(path) ?? []
        const item = value[list as 'messages']?.[Number(index)]
        const sign = list === 'tools' ? 'name' : 'role'
        expect(item, path).toMatchObject({ [sign]: expect.any(String) })
        // A character of a plain text is not a part.
        if (part !== undefined) expect(item?.content[Number(part)], path).toMatchObject({ type: expect.any(String) })
      }
    }),
    { numRuns },
  )
})

test('each user text is preserved, except for lone surrogates', () => {
  const spoken = fc.string({ unit: codePoint, minLength: 1 }).filter((value) => value.trim() !== '')
  fc.assert(
    fc.property(fc.array(spoken, { minLength: 1 }), (texts) => {
      const messages = texts.map((content) => ({ role: 'user' as const, content }))
      const { request } = encodeAnthropic({ messages }, { mergeConsecutive: false })
      const sent = request.messages.map(({ content }) => content)
      expect(sent).toEqual(texts.map((value) => Buffer.from(value, 'utf8').toString('utf8')))
    }),
    { numRuns },
  )
})

test('every rule has a unique code, a sentence and a source', () => {
  expect(new Set(anthropicRules.map(({ code }) => code)).size).toBe(anthropicRules.length)
  for (const { code, what, source } of anthropicRules) {
    expect(code).toMatch(/^AN-[A-Z-]+$/)
    expect(what).toMatch(/\.$/)
    expect(source.length).toBeGreaterThan(0)
  }
})
