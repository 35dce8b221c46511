import type { JsonValue, Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { entriesOf } from '../../../src/prefix/needed/digest-entries.ts'
import { outdatedIn } from '../../../src/prefix/needed/outdated.ts'
import { call, result } from './messages.ts'

/** A session of calls of `get` (or the tool named) with their arguments and results; results are at 1, 3, 5 … */
function sessionOf(
  ...asked: readonly (readonly [input: unknown, value: JsonValue, tool?: string])[]
): readonly Message[] {
  return asked.flatMap(([input, value, tool = 'get'], index) => [
    call(`c${index}`, tool, input),
    result(`c${index}`, tool, value),
  ])
}

function outdated(line: string, session: readonly Message[]): readonly boolean[] {
  return entriesOf(line).map(outdatedIn(session))
}

const booking = (seat: string, more: object = {}) => ({ booking_id: 'W100', seat, ...more })

describe('a value is outdated', () => {
  it('if a later result of the same tool with the same arguments has another one in that field', () => {
    const session = sessionOf([{ q: 'a' }, { price: 1200 }], [{ q: 'a' }, { price: 1300 }])
    expect(outdated('#1 price: 1200; 1200\n#3 price: 1300', session)).toEqual([true, true, false])
  })

  it('if a later result about the same id has another one, whatever the arguments', () => {
    const session = sessionOf([{ by: 'name' }, booking('S1200')], [{ by: 'date' }, booking('S1300')])
    expect(outdated('#1 seat: S1200\n#1 booking_id: W100', session)).toEqual([true, false])
  })

  it('if it is in an object of a list, which has moved', () => {
    const items = (...prices: readonly (readonly [string, number])[]) => prices.map(([id, price]) => ({ id, price }))
    const session = sessionOf(
      [{}, { items: items(['one', 1200], ['two', 1300]) }],
      [{}, { items: items(['two', 1300], ['one', 1400]) }],
    )
    expect(outdated('#1 price: 1200; price: 1300', session)).toEqual([true, false])
  })
})

describe('a value is not outdated', () => {
  it.each([
    ['of another id', sessionOf([{ a: 1 }, booking('S1200')], [{ a: 2 }, { booking_id: 'W200', seat: 'S1300' }])],
    ['of another tool', sessionOf([{ a: 1 }, booking('S1200')], [{ a: 1 }, booking('S1300'), 'other'])],
    ['without an id, for other arguments', sessionOf([{ a: 1 }, { seat: 'S1200' }], [{ a: 2 }, { seat: 'S1300' }])],
    [
      'of which only one id is the same',
      sessionOf(
        [{ a: 1 }, booking('S1200', { user_id: 'u1' })],
        [{ a: 2 }, { booking_id: 'W200', user_id: 'u1', seat: 'S1300' }],
      ),
    ],
  ])('by a result %s', (_, session) => expect(outdated('#1 seat: S1200', session)).toEqual([false]))

  it('if it was changed back', () => {
    const session = sessionOf([{}, booking('S1200')], [{}, booking('S1300')], [{}, booking('S1200')])
    expect(outdated('#1 seat: S1200\n#3 seat: S1300', session)).toEqual([false, true])
  })

  it('if the message has it in another field too, which still holds', () => {
    const session = sessionOf([{}, booking('S1200', { gate: 'S1200' })], [{}, booking('S1300', { gate: 'S1200' })])
    expect(outdated('#1 S1200; seat: S1200; gate: S1200', session)).toEqual([false, true, false])
  })

  it('if it is in a plain list or a plain text', () => {
    const session = sessionOf([{}, { seats: ['S1200'] }], [{}, { seats: ['S1300'] }], [{}, 'S1400'], [{}, 'S1500'])
    expect(outdated('#1 seats: S1200\n#5 S1400', session)).toEqual([false, false])
  })
})
