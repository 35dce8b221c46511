import { expect, it } from 'vitest'
import { page, renewed } from '../src/page.ts'
import type { Section } from '../src/section.ts'

const section = (title: string, took: string): Section => ({
  title,
  about: `How long ${title} takes.`,
  table: [
    ['', 'took'],
    ['ours', took],
  ],
  claims: [{ text: 'it is fast', seen: took, holds: true }],
})
const machine = 'Node 20, 2 cores.'

it('renews a section where it stands, and leaves the others as they are', () => {
  const before = page([section('A', '1 ms'), section('A long one', '2 ms'), section('C', '3 ms')], machine)
  const after = page([section('A', '4 ms'), section('A long one', '2 ms'), section('C', '5 ms')], machine)
  expect(renewed(before, [section('C', '5 ms'), section('A', '4 ms')])).toBe(after)
})

it('adds a section that the page does not have', () => {
  const both = page([section('A', '1 ms'), section('B', '2 ms')], machine)
  expect(renewed(page([section('A', '1 ms')], machine), [section('B', '2 ms')])).toBe(both)
})

it('counts the targets that hold, and names each that is missed', () => {
  const one = section('A', '1 ms')
  const claims = [...one.claims, { text: 'it is faster', seen: '2 times', holds: false }]
  const text = page([{ ...one, claims }], machine)
  expect(text).toMatch(/\n- Targets that hold: 1 of 2\.\n- \*\*Missed\*\*: it is faster \(2 times\)\.\n$/)
})
