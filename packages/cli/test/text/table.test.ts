import { expect, it } from 'vitest'
import { table } from '../../src/text/table.ts'
import { widthOf } from '../../src/text/width.ts'

it('aligns columns, whatever script they are in', () => {
  expect(
    table('lr', [
      ['id', 'size'],
      ['喝茶', '1'],
      ['a', '12,345'],
    ]),
  ).toEqual(['id      size', '喝茶       1', 'a     12,345'])
})

it('never shortens a cell; a very wide cell shifts only its own line', () => {
  const wide = 'x'.repeat(300)
  const lines = table('lr', [
    [wide, '1'],
    ['a', '2'],
  ])
  expect(lines[0]).toBe(`${wide}  1`)
  expect(widthOf(lines[1] ?? '')).toBe(43)
})
