import type { Message } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import type { Place } from '../../src/history/paging.ts'
import { placeByTurn, placeSingly } from '../../src/history/place-turns.ts'

const thought: Message = { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] }
const kinds: Readonly<Record<string, Message>> = {
  u: { role: 'user', content: '' },
  a: { role: 'assistant', content: '' },
  e: { role: 'assistant', content: [] },
  t: { role: 'tool', content: [] },
  r: thought,
}
/** Messages from position 10 on. */
const positioned = (text: string): readonly PlacedMessage[] =>
  Array.from(text, (kind, index) => ({ position: 10 + index, message: kinds[kind] as Message }))
const pages = (places: readonly Place[]): string => places.map(({ page }) => page ?? '-').join(' ')

describe('placeByTurn', () => {
  it('assigns all messages of a turn the position of its opening message, and no position to those of the last turn', () => {
    expect(pages(placeByTurn(positioned('uauatauaa')))).toBe('10 10 12 12 12 12 - - -')
  })

  it('puts messages that precede the first user message first', () => {
    expect(pages(placeByTurn(positioned('ataua')))).toBe('-1 -1 -1 - -')
  })

  it('returns one last turn if there is no user message, and an empty list for no messages', () => {
    expect(pages(placeByTurn(positioned('aa')))).toBe('- -')
    expect(placeByTurn([])).toEqual([])
  })
})

describe('placeSingly', () => {
  it('assigns each message a page: a result that of its call, an opening message that of the last message of its turn', () => {
    expect(pages(placeSingly(positioned('uauatatuu')))).toBe('11 11 15 13 13 15 15 17 -')
  })

  it('keeps a thought with the message that follows it', () => {
    expect(pages(placeSingly(positioned('uarau')))).toBe('12 11 12 12 -')
    expect(pages(placeSingly(positioned('uraeau')))).toBe('14 11 11 13 14 -')
  })

  it('drops the messages before the first user message all at once', () => {
    expect(pages(placeSingly(positioned('aauau')))).toBe('-1 -1 13 13 -')
    expect(placeSingly([])).toEqual([])
  })
})
