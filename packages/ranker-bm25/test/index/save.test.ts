import { isLamellaError } from '@lamella/core'
import { createIndex, type IndexOptions, loadIndex } from '@lamella/ranker-bm25'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32 } from '../../src/postings/bytes/crc32.ts'
import { documents, options, query, toDocument } from '../simple-memory.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const codeOf = (error: unknown): string => (isLamellaError(error) ? error.code : String(error))

describe('a saved index', () => {
  it('is the same after loading, and changes in the same way', () => {
    fc.assert(
      fc.property(documents(12), query, options, (all, query, { title, ...rest }) => {
        const options: IndexOptions = { ...rest, language: 'none', fields: { title } }
        const index = createIndex(options)
        index.add(all.map(toDocument))
        const bytes = index.save()
        const again = loadIndex(bytes, options)
        expect(hex(again.save())).toBe(hex(bytes))
        const ask = (one: typeof index): unknown => {
          const hits = one.search(query.join(' '), { limit: 100 })
          return hits.map((hit) => one.explain(hit))
        }
        expect(ask(again)).toEqual(ask(index))
        for (const one of [index, again]) {
          one.remove('0')
          one.add({ id: 'new', text: 'alpha beta? gamma', session: 'one' })
        }
        expect(ask(again)).toEqual(ask(index))
        expect(hex(again.save())).toBe(hex(index.save()))
      }),
      { numRuns: Math.min(500, Number(process.env['LAMELLA_RUNS'] ?? 50)) },
    )
  })

  it('rejects different options and names them', () => {
    const stemmer = (word: string): string => word
    const saved = createIndex({ fields: { title: 2 }, conversation: true })
    saved.add({ id: 'a', text: 'tea', fields: { title: 'Tea' } })
    const bytes = saved.save()
    const given = { fields: { title: 2 }, conversation: true }
    const cases: readonly (readonly [string, IndexOptions])[] = [
      ['fields', { ...given, fields: { title: 3 } }],
      ['fields', { conversation: true }],
      ['languages', { ...given, language: 'none' }],
      ['stem', { ...given, stem: stemmer }],
      ['stopWords', { ...given, stopWords: ['tea'] }],
      ['conversation.neighbours', { ...given, conversation: false }],
      ['conversation.question', { ...given, conversation: { question: 0.1 } }],
      ['conversation.spellDate', { ...given, conversation: { spellDate: stemmer } }],
    ]
    for (const [option, options] of cases) {
      const differs = (error: unknown): boolean =>
        isLamellaError(error, 'INDEX_OPTIONS_DIFFER') && (error.details as { option: string }).option === option
      expect(() => loadIndex(bytes, options)).toThrow(expect.toSatisfy(differs) as Error)
    }
    const formula = { k1: 2, b: 0.1, plus: 1 }
    expect(loadIndex(bytes, { ...given, ...formula, conversation: { session: 0, importance: 0 } }).size).toBe(1)
  })

  it('is never loaded as a different index if bytes are missing or changed', () => {
    const index = createIndex({ conversation: true })
    index.add([
      { id: 'a', text: 'Tea?', session: 's', speaker: 'Kim', date: '2026-05-08', importance: 3 },
      { id: 'b', text: 'Yes.', session: 's' },
    ])
    const bytes = index.save()
    const codes = new Set<string>()
    const load = (damaged: Uint8Array): void => {
      try {
        loadIndex(damaged, { conversation: true })
        codes.add('loaded')
      } catch (error) {
        codes.add(codeOf(error))
      }
    }
    for (let i = 0; i < bytes.length; i++) {
      load(bytes.subarray(0, i))
      load(bytes.map((byte, at) => (at === i ? byte ^ 1 : byte)))
    }
    expect([...codes]).toEqual(['INDEX_DAMAGED'])
    for (const none of [undefined, null, 'bytes', [1, 2], new Int32Array(99), new DataView(new ArrayBuffer(99))]) {
      expect(() => loadIndex(none as unknown as Uint8Array)).toThrow(
        expect.toSatisfy((error) => isLamellaError(error, 'INDEX_DAMAGED')) as Error,
      )
    }
  })

  it('is rejected or stays usable if bytes and the checksum are forged', () => {
    const options: IndexOptions = { fields: { title: 2 }, conversation: { session: 0.25 } }
    const index = createIndex(options)
    index.add([
      { id: 'a', text: 'Green tea?', session: 's', speaker: 'Kim', date: '2026-05-08', importance: 3 },
      { id: 'b', text: 'Yes, tea.', session: 's', fields: { title: 'tea' } },
      { id: 'c', text: 'Coffee.', session: 't', date: '2026-05-09' },
    ])
    const bytes = index.save()
    const recency = { halfLifeDays: 1, now: new Date('2026-05-10T00:00:00Z') }
    const codes = new Map<string, number>()
    for (let at = 12; at < bytes.length; at++) {
      for (const byte of [0, 1, 0x7f, 0xff, (bytes[at] as number) + 1, (bytes[at] as number) - 1]) {
        const forged = bytes.slice()
        forged[at] = byte
        new DataView(forged.buffer).setUint32(4, crc32(forged.subarray(8)), true)
        let code = 'loaded'
        try {
          const loaded = loadIndex(forged, options)
          for (const hit of loaded.search('green tea coffee kim', { recency, diversity: 0.5 })) loaded.explain(hit)
          loaded.add({ id: 'new', text: 'tea' })
          loaded.remove('a')
          loaded.search('tea')
          loadIndex(loaded.save(), options)
        } catch (error) {
          code = codeOf(error)
        }
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }
    }
    expect([...codes.keys()].sort()).toEqual(['INDEX_DAMAGED', 'INDEX_OPTIONS_DIFFER', 'loaded'])
  })

  it('may be empty', () => {
    const again = loadIndex(createIndex().save())
    expect([again.size, again.search('tea')]).toEqual([0, []])
  })
})
