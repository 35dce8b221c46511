import { expect, it } from 'vitest'
import { labels } from '../../src/retention/costs.ts'

it('dots that are close together share a label, right of the last of them', () => {
  const dots = [
    { x: 135, y: 117 },
    { x: 300, y: 117 },
    { x: 141, y: 119 },
    { x: 130, y: 200 },
  ]
  expect(labels(dots)).toEqual([
    { x: 141, y: 117, numbers: [1, 3] },
    { x: 300, y: 117, numbers: [2] },
    { x: 130, y: 200, numbers: [4] },
  ])
})
