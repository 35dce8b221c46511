import type { Message } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { isShortIn, pageAt, pagesOf, placeMessages } from '../../src/history/paging.ts'

const roles = { u: 'user', a: 'assistant', t: 'tool' } as const
const positioned = (text: string): readonly PlacedMessage[] =>
  Array.from(text, (role, position) => ({ position, message: { role: roles[role as 'u'], content: '' } as Message }))
const pages = (text: string, longest: number): string =>
  pagesOf(positioned(text), (at) => Math.floor(at / 4), isShortIn({ messages: longest, characters: 1 })).join(' ')
const placed = (text: string, list: string): string =>
  placeMessages(positioned(text), list.split(' ').filter(Boolean).map(Number))
    .map((place) => place.page ?? '-')
    .join(' ')

describe('pageAt', () => {
  it('depends only on the absolute position and the size before it', () => {
    const size = { messages: 10, characters: 100 }
    expect([0, 9, 10, 25].map((position) => pageAt(position, size))).toEqual([0, 0, 1, 2])
    expect(pageAt(5, size, () => 250)).toBe(2)
    expect(pageAt(15, size, () => 250)).toBe(3)
  })
})

describe('isShortIn', () => {
  it('counts messages, or characters if only these end a page', () => {
    const sizes = (position: number): number => position * 10
    expect([3, 4].map((last) => isShortIn({ messages: 4, characters: 1 }, sizes)(0, last))).toEqual([true, false])
    const endless = { messages: Number.POSITIVE_INFINITY, characters: 40 }
    expect([3, 4].map((last) => isShortIn(endless, sizes)(0, last))).toEqual([true, false])
    expect(isShortIn(endless)(0, 1_000)).toBe(true)
  })
})

describe('pagesOf', () => {
  it('keeps a turn that is no longer than a page in the page in which it begins', () => {
    expect(pages('uauaaauaua', 4)).toBe('0 0 0 0 0 0 1 1 2 2')
  })

  it('cuts longer turns by position, but never before a tool result', () => {
    expect(pages('uaaaaaaaua', 4)).toBe('0 0 0 0 1 1 1 1 2 2')
    expect(pages('uaaatatata', 4)).toBe('0 0 0 0 0 1 1 1 1 2')
  })
})

describe('placeMessages', () => {
  it('puts a message that opens a turn into the page in which the turn ends', () => {
    expect(placed('uaaaaaaaua', '0 0 0 0 1 1 1 1 2 2')).toBe('1 0 0 0 1 1 1 1 - -')
  })

  it('makes each turn of the last page a separate page, and gives the last turn none', () => {
    expect(placed('uauaua', '7 7 7 7 7 7')).toBe('7 7 8 8 - -')
  })

  it('assigns messages of the last turn in earlier pages to those pages', () => {
    expect(placed('uauaaaaa', '0 0 0 0 1 1 2 2')).toBe('0 0 - 0 1 1 - -')
  })

  it('returns an empty list for no messages', () => {
    expect(placed('', '')).toBe('')
  })
})
