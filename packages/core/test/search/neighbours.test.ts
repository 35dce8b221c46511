import { withNeighbours } from '@lamella/core/search'
import { describe, expect, it } from 'vitest'

const words = {
  scores: new Map([
    [0, 2],
    [1, 1],
  ]),
  said: new Map([
    [0, 2],
    [1, 1],
  ]),
  most: 4,
}

describe('withNeighbours', () => {
  it('gives a message half of the score of the one before, and a quarter of the one after', () => {
    expect([...withNeighbours(words, (id, turns) => id - turns)]).toEqual([
      [0, 2.25],
      [1, 2],
    ])
  })

  it('gives a message three quarters of the score of a question directly before it', () => {
    const asked: (readonly number[])[] = []
    const scores = withNeighbours(
      words,
      (id, turns) => id - turns,
      (ids) => {
        asked.push(ids)
        return new Set([0])
      },
    )
    expect(scores.get(1)).toBe(2.5)
    expect(asked).toEqual([[0, 1]])
  })
})
