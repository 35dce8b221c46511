import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { pageAt, placeMessages } from '../../src/history/paging.ts'

const roles = { u: 'user', a: 'assistant', t: 'tool' } as const
const placed = (text: string, page: (position: number) => number): string =>
  placeMessages(
    Array.from(text, (role, position) => ({ position, message: { role: roles[role as 'u'], content: '' } as Message })),
    page,
  )
    .map((place) => place.page ?? '-')
    .join(' ')

describe('pageAt', () => {
  it('follows from the absolute position and the size before it alone', () => {
    const size = { messages: 10, characters: 100 }
    expect([0, 9, 10, 25].map((position) => pageAt(position, size))).toEqual([0, 0, 1, 2])
    expect(pageAt(5, size, () => 250)).toBe(2)
    expect(pageAt(15, size, () => 250)).toBe(3)
  })
})

describe('placeMessages', () => {
  const byFour = (position: number): number => Math.floor(position / 4)

  it('puts a message that opens a turn into the page in which the turn ends', () => {
    expect(placed('uaaauaaaua', byFour)).toBe('0 0 0 0 1 1 1 1 - -')
    expect(placed('uauaaauaua', byFour)).toBe('0 0 1 0 1 1 1 1 - -')
  })

  it('puts tool results into the page of their call', () => {
    expect(placed('uaaatauaua', byFour)).toBe('1 0 0 0 0 1 1 1 - -')
  })

  it('makes each turn of the last page a page of its own, and gives the last turn none', () => {
    expect(placed('uauaua', () => 7)).toBe('7 7 8 8 - -')
  })

  it('is empty for nothing', () => {
    expect(placed('', byFour)).toBe('')
  })
})
