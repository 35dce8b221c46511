import { isLamellaError, type Message } from '@lamella/core'
import { dateSpan, ownerOf } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageTexts } from '../src/check/check.ts'
import { checkMemory } from '../src/check/check-memory.ts'
import { checkSearch } from '../src/check/check-search.ts'
import { ageInDays } from '../src/search/dates.ts'
import { searchFilter } from '../src/search/search-filter.ts'

const codeOf = (call: () => unknown): unknown => {
  try {
    return call()
  } catch (error) {
    return isLamellaError(error) ? error.code : error
  }
}

describe('messageTexts', () => {
  it('returns texts that parse to the same value, for every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'f', input }
        const message: Message = { role: 'assistant', content: [call] }
        const [text = ''] = messageTexts([message])
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(message)))
        expect(text).toBe(JSON.stringify(message))
      }),
      { numRuns: 1000 },
    )
  })

  it('rejects a message that JSON would change, at any depth', () => {
    const deep = (value: unknown, levels: number): unknown => (levels === 0 ? value : { in: [deep(value, levels - 1)] })
    const lost = [
      Number.NaN,
      1n,
      new Date(0),
      new Uint8Array(1),
      new Map(),
      () => 1,
      Symbol('x'),
      [undefined],
      Object('x'),
    ]
    for (const levels of [0, 1, 20]) {
      for (const value of lost) {
        const call = { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: deep(value, levels) }
        const messages = [{ role: 'assistant', content: [call] }] as unknown as readonly Message[]
        expect(codeOf(() => messageTexts(messages))).toBe('STORE_VALUE_INVALID')
      }
    }
  })
})

describe('ownerOf', () => {
  it('distinguishes tenants, users and agents, and nothing else of a scope', () => {
    expect(ownerOf({ tenant: 'a', session: 's', kind: 'private' })).toEqual({ tenant: 'a', user: '', agent: '' })
    expect(codeOf(() => ownerOf({ tenant: 'a', user: '' }))).toBe('STORE_VALUE_INVALID')
    expect(codeOf(() => ownerOf({} as never))).toBe('SCOPE_INVALID')
    // With a misspelled user, data would be that of the whole tenant.
    expect(codeOf(() => ownerOf({ tenant: 'a', userId: 'b' } as never))).toBe('SCOPE_INVALID')
    expect(codeOf(() => ownerOf({ tenant: 'a', userId: undefined } as never))).toEqual(ownerOf({ tenant: 'a' }))
  })
})

describe('dateSpan', () => {
  it.each([
    ['2026-05-12', '2026-05-12T00:00:00.000Z', '2026-05-12T23:59:59.999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2026-05-12T10:00Z', '2026-05-12T10:00:00.000Z', '2026-05-12T10:00:00.000Z'],
    ['2026-05-12T10:00:00.5+02:00', '2026-05-12T08:00:00.500Z', '2026-05-12T08:00:00.500Z'],
  ])('accepts %s', (date, first, last) => {
    const span = dateSpan('date', date)
    expect([new Date(span.first).toISOString(), new Date(span.last).toISOString()]).toEqual([first, last])
  })

  it.each([
    ...[
      '',
      '2026',
      '2026-5-1',
      '2026-02-30',
      '2026-13-01',
      '2026-05-12T10:00',
      '2026-05-12T25:00Z',
      '2026-02-30T10:00Z',
    ],
    ...['12.05.2026', '2026-05-12 ', 'x2026-05-12', '2026-05-12T10:00:00Z; --'],
    ...[undefined, null, 7, new Date(0)],
  ])('rejects %s', (date) => {
    expect(codeOf(() => dateSpan('date', date))).toBe('STORE_VALUE_INVALID')
  })

  it('returns the age of a day once it is over', () => {
    const span = dateSpan('date', '2026-05-12')
    const ages = ['2026-05-01T00:00Z', '2026-05-12T12:00Z', '2026-05-14T00:00Z'].map((now) =>
      ageInDays(span, new Date(now)),
    )
    expect(ages.map((age) => Math.round(age * 1000) / 1000)).toEqual([0, 0, 1])
  })
})

describe('checkMemory', () => {
  it('returns an entry with only its own fields, without those that a store adds', () => {
    const tags = ['b', 'a']
    const read = { id: 'a', text: 'x', tags, revision: 3, createdAt: '2026-01-01T00:00:00.000Z', date: undefined }
    const checked = checkMemory(read as never)
    expect(checked).toEqual({ id: 'a', kind: 'note', text: 'x', tags: ['b', 'a'] })
    expect(checked.tags).not.toBe(tags)
  })
})

describe('searchFilter', () => {
  it('matches days that overlap, and instants within days', () => {
    const accepts = searchFilter('memory', { from: '2026-05-12T12:00Z', until: '2026-05-13' })
    const dates = ['2026-05-11', '2026-05-12', '2026-05-12T11:59Z', '2026-05-13T23:59Z', '2026-05-14', undefined]
    expect(dates.map((date) => accepts(date))).toEqual([false, true, false, true, false, false])
  })

  it('treats an entry without importance as 5', () => {
    expect([5, 6].map((minImportance) => searchFilter('memory', { minImportance })(undefined))).toEqual([true, false])
  })
})

describe('checkSearch', () => {
  it.each([
    ...[{}, { query: 7 }, { query: 'a', limit: 0 }, { query: 'a', mode: 'fuzzy' }, { query: 'a', mode: 'vector' }],
    ...[{ query: 'a', diversity: 2 }, { query: 'a', diversity: Number.NaN }, { query: 'a', recency: {} }, 'a', null],
    { query: 'a', recency: { halfLifeDays: 0, now: new Date(0) } },
    { query: 'a', recency: { halfLifeDays: 1, now: new Date(Number.NaN) } },
  ])('rejects %j', (request) => {
    expect(codeOf(() => checkSearch(request as never, 'memory'))).toBe('STORE_VALUE_INVALID')
  })
})
