import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { entriesOf } from '../../../src/prefix/needed/digest-entries.ts'
import { isTrue } from '../../../src/prefix/needed/true-entries.ts'
import { call, result, user } from './messages.ts'

const far = 'x '.repeat(40)
const session: readonly Message[] = [
  user(`My booking number is W100, and the old one was W050. ${far} 10115`),
  call('c1', 'get_booking', { booking_id: 'W100', note: 'the gate was B1234' }),
  result('c1', 'get_booking', {
    user: { email: 'ada@example.org' },
    cards: { card_4711: { Zip: 10117 } },
    seats: ['A1234'],
  }),
]

/** Whether the only entry of a line is true. */
function judged(line: string): boolean {
  const entries = entriesOf(line)
  expect(entries).toHaveLength(1)
  return entries.every((entry) => isTrue(entry, session))
}

describe('an entry of a digest', () => {
  it.each([
    ['words of the label before the value in a text', '#0 booking number: W100'],
    ['words of the label after the value in a text', '#0 old: W100'],
    ['no label', '#0 10115'],
    ['the field of an argument', '#1 booking_id: W100'],
    ['the last word as the field', '#2 user email: ada@example.org'],
    ['a field further out, in any case', '#2 user: ada@example.org'],
    ['the field of a number', '#2 zip: 10117'],
    ['the field of a list', '#2 seats: A1234'],
    ['the field above a name of a field', '#2 cards: card_4711'],
    ['words in a text of an argument', '#1 gate: B1234'],
    ['an older value that was said', '#1 booking_id: W100 (was W050)'],
  ])('is true with %s', (_, line) => expect(judged(line)).toBe(true))

  it.each([
    ['at another position', '#1 zip: 10115'],
    ['without a label at another position', '#2 W100'],
    ['after the session', '#3 W100'],
    ['with words that are too far away', '#0 booking number: 10115'],
    ['with a word that is not there', '#0 flight number: W100'],
    ['with a part of a word', '#0 umber: W100'],
    ['with another field', '#2 phone: ada@example.org'],
    ['with a field that is not on the way to the value', '#2 email: card_4711'],
    ['with a part of the value', '#2 email: example.or'],
    ['with an older value that nobody said', '#1 booking_id: W100 (was W049)'],
  ])('is wrong %s', (_, line) => expect(judged(line)).toBe(false))
})
