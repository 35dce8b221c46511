import { addPostings, createStoreTerms, memoryText, movedPostings, readPostings } from '@lamella/ranker-bm25/stores'
import { describe, expect, it } from 'vitest'

const terms = createStoreTerms()

function postingsOf(texts: readonly string[]): Map<string, number[]> {
  const words = new Map<string, number[]>()
  for (const [place, text] of texts.entries()) addPostings(words, place, terms.count({ text, label: 'ships' }))
  return words
}

describe('addPostings', () => {
  it('adds a posting for each term of a text and of its metadata, and counts them', () => {
    const words = new Map<string, number[]>()
    expect(addPostings(words, 0, terms.count({ text: 'A ship, two ships.', speaker: 'Ada', label: 'ships' }))).toBe(3)
    expect(addPostings(words, 300, terms.count({ text: 'Was it a ship?' }))).toBe(1)
    expect([...words.keys()].sort()).toEqual(['ada', 'ship', 'two'])
    expect(readPostings(Uint8Array.from(words.get('ship') ?? []))).toEqual({
      ...{ places: [0, 300], said: [2, 1], asked: [0, 1], speaker: [0, 0], date: [0, 0], label: [1, 0] },
      bits: [0, 0],
    })
  })
})

describe('the postings of a long message', () => {
  it('have the even parts that have each term, as bits, for messages whose voice is known', () => {
    const text = `tea ${'car '.repeat(100)} ship`
    const words = new Map<string, number[]>()
    addPostings(words, 0, terms.count({ text, voice: 'assistant' }))
    addPostings(words, 1, terms.count({ text }))
    const bitsOf = (term: string): readonly number[] => readPostings(Uint8Array.from(words.get(term) ?? [])).bits
    // 102 terms are two parts.
    expect([bitsOf('tea'), bitsOf('car'), bitsOf('ship')]).toEqual([
      [0b01, 0],
      [0b11, 0],
      [0b10, 0],
    ])
  })
})

describe('movedPostings', () => {
  const without = (gone: readonly number[]) => (place: number) => (gone.includes(place) ? undefined : place)

  it('removes texts from a term, and returns how often each part of them had it', () => {
    const bytes = Uint8Array.from(postingsOf(['ship ship', 'moon', 'a ship?']).get('ship') ?? [])
    const { bytes: left = bytes, removed } = movedPostings(bytes, without([0, 2])) ?? {}
    expect(removed).toEqual([3, 1, 0, 0, 2])
    expect(readPostings(left).places).toEqual([1])
    expect(movedPostings(left, without([1]))?.bytes).toEqual(new Uint8Array())
  })

  it('moves the texts that are left, and keeps all else of them', () => {
    const bytes = Uint8Array.from(postingsOf(['moon', 'ship ship', 'a ship?']).get('ship') ?? [])
    const { bytes: moved = bytes, removed } =
      movedPostings(bytes, (place) => (place === 0 ? undefined : place - 1)) ?? {}
    expect(removed).toEqual([0, 0, 0, 0, 1])
    const { places: _, ...rest } = readPostings(bytes)
    expect(readPostings(moved)).toEqual({
      places: [0, 1],
      ...Object.fromEntries(Object.entries(rest).map(([name, list]) => [name, list.slice(1)])),
    })
  })

  it('returns undefined for a term that none of the texts has', () => {
    const bytes = Uint8Array.from(postingsOf(['moon', 'tea']).get('moon') ?? [])
    expect(movedPostings(bytes, without([1, 7]))).toBeUndefined()
  })
})

describe('memoryText', () => {
  it('has the date, and joins the tags', () => {
    expect(memoryText({ text: 'Tea.', speaker: 'Ada', date: '2023-05-08', tags: ['a', 'b'] })).toEqual({
      ...{ text: 'Tea.', speaker: 'Ada', voice: '', label: 'a b' },
      date: '2023-05-08',
    })
    expect(terms.count(memoryText({ text: 'Tea.' })).lengths).toEqual([1, 0, 0, 0, 0])
  })

  it('is found by its date in words', () => {
    const { parts } = terms.count(memoryText({ text: 'Tea.', date: '2023-05-08' }))
    expect([...parts.keys()]).toEqual(terms.of('8 May 2023'))
  })
})
