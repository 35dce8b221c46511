import { checkOptions } from '@lamella/core/plugin'
import { fromKept, type IndexOptions, indexChecks, indexSettings, toKept } from '@lamella/store/search'
import { describe, expect, it } from 'vitest'

const embedder = { name: 'a', dimensions: 2, embed: async () => [] }

describe('the options of a store with an index', () => {
  it('have the documented defaults, without an embedder', () => {
    const { speaker, tell, ...settings } = indexSettings({})
    expect(settings).toEqual({ embedder: undefined, embed: 'memory', vectorWeight: 0.15, indexingTime: 200 })
    expect(speaker({ role: 'user', content: 'Hello' })).toBeUndefined()
    expect(tell({ code: 'SESSION_INCONSISTENT', what: '' })).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['an embedder without a name', { embedder: { ...embedder, name: '' } }, 'embedder'],
    ['an embedder without dimensions', { embedder: { ...embedder, dimensions: 0 } }, 'embedder'],
    ['an embedder without a method', { embedder: { name: 'a', dimensions: 2 } }, 'embedder'],
    ['an embedder with a batch of none', { embedder: { ...embedder, batch: 0 } }, 'embedder'],
    ['an embedder with half a timeout', { embedder: { ...embedder, timeout: 0.5 } }, 'embedder'],
    ['another extent of vectors', { embed: 'messages' }, 'embed'],
    ['a weight above 1', { vectorWeight: 1.1 }, 'vectorWeight'],
    ['a negative time', { indexingTime: -1 }, 'indexingTime'],
    ['a name as the speaker', { speaker: 'Ada' }, 'speaker'],
    ['an unknown option', { embeddings: embedder }, 'embeddings'],
  ])('refuse %s', (_, options, option) => {
    const check = (): unknown => checkOptions('open', options as IndexOptions, indexChecks)
    expect(check).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: { what: 'open', option } }))
  })

  it('accept all of them together', () => {
    const options = {
      embedder,
      embed: 'all',
      vectorWeight: 0,
      indexingTime: 0,
      speaker: () => 'Ada',
      onNotice: () => {},
    } as const
    expect(checkOptions<IndexOptions>('open', options, indexChecks)).toEqual(options)
  })
})

describe('the time of a text in a database', () => {
  it.each([
    '0000-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '2026-05-12T08:00:00.125Z',
    '+275760-09-13T00:00:00.000Z',
  ])('is the same when it is read, as a number or as text: %s', (instant) => {
    const kept = toKept(instant)
    expect([kept, String(kept), BigInt(kept ?? 0)].map((at) => fromKept(at ?? 0))).toEqual([instant, instant, instant])
    expect(toKept(undefined)).toBeNull()
  })
})
