import { type IndexOptions, indexSettings } from '@lamella/ranker-bm25/stores'
import { describe, expect, it } from 'vitest'

const embedder = { name: 'a', dimensions: 2, embed: async () => [] }

describe('the options of a store with an index', () => {
  it('have the documented defaults, without an embedder', () => {
    const { speaker, tell, conversation, ...settings } = indexSettings('open', {}, {})
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
    const check = (): unknown => indexSettings('open', options as IndexOptions, {})
    expect(check).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: { what: 'open', option } }))
  })

  it('are returned with those of the store, which it checks, too', () => {
    const own = { embedder, embed: 'all', vectorWeight: 0, indexingTime: 0, speaker: () => 'Ada', size: 3 } as const
    const tell = (): void => {}
    const size = (value: unknown): string | undefined => (value === 3 ? undefined : 'must be 3')
    const { conversation, ...settings } = indexSettings(
      'open',
      { ...own, onNotice: tell, conversation: false },
      { size },
    )
    expect(settings).toEqual({ ...own, tell })
    expect(conversation).toMatchObject({ neighbours: [], question: 0 })
    expect(() => indexSettings('open', { size: 4 }, { size })).toThrow("open: 'size' must be 3.")
  })
})
