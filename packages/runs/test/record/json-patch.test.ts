import type { JsonValue } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonPatch, patched } from '../../src/record/json-patch.ts'

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
const key = fc.constantFrom('a', 'b', 'is', 'items', 'members', 'gone', '__proto__')
const value = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(null, true, 0, 1, '', 'x'),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs) as JsonValue),
  ),
})).json

describe('a patch of JSON', () => {
  it('makes the one value of the other, whatever they are, also after it was stored', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const patch = jsonPatch(before, after)
        expect(patch === undefined ? before : patched(before, copy(patch))).toEqual(after)
        expect(jsonPatch(before, copy(before))).toBe(undefined)
        expect(jsonPatch(after, copy(after))).toBe(undefined)
      }),
    )
  })

  it('does not repeat what is in the value already, wherever it moves in a list', () => {
    const long = 'word '.repeat(100)
    const before = {
      head: { text: long },
      list: [
        { id: 1, text: long },
        { id: 2, text: long },
      ],
      gone: 1,
    }
    const after = { head: { text: long }, list: [{ id: 3 }, before.list[1], before.list[0]], added: 2 }
    const patch = jsonPatch(before, copy(after))
    expect(JSON.stringify(patch)).not.toContain('word')
    expect(patched(before, patch)).toEqual(after)
  })

  it('leaves what it does not change as the same object', () => {
    const before = { head: { text: 'a' }, marks: [{ at: 0 }] }
    const made = patched(before, jsonPatch(before, { ...copy(before), marks: [{ at: 0 }, { at: 1 }] })) as typeof before
    expect(made.head).toBe(before.head)
    expect(made.marks[0]).toBe(before.marks[0])
  })

  it('of another value is an error, not a wrong value', () => {
    const wrong = [
      null,
      'x',
      {},
      { members: 1 },
      { items: [[0, 3]] },
      { items: [[-1, 1]] },
      { items: ['x'] },
      { members: {} },
    ]
    for (const patch of wrong) expect(() => patched([1, 2], patch)).toThrow(TypeError)
    expect(() => patched({ a: 1 }, { items: [[0, 1]] })).toThrow(TypeError)
    expect(() => patched({ a: 1 }, { members: { a: { items: [] } } })).toThrow(TypeError)
  })
})
