import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../src/prefix/calls.ts'
import { formats } from '../../../src/prefix/formats.ts'
import { neededCells } from '../../../src/prefix/needed/cells.ts'
import { createNeededMeter, type NeededMeter } from '../../../src/prefix/needed/needed-meter.ts'
import { needsOf } from '../../../src/prefix/needed/needed-values.ts'
import { assistant, call, result, user } from './messages.ts'

const filler = Array.from({ length: 6 }, () => user('And?'))
const conversation: readonly Message[] = [
  user('I am ada_byron.'),
  call('c1', 'write', { note: 'say "W100"\nW200' }),
  result('c1', 'write', 'saved'),
  ...filler,
  call('c2', 'find', { name: 'ada_byron', a: 'W100' }, 'I look for W200.'),
]
const calls = callsOf(conversation)
const [chat] = formats

/** Measures a strategy that sends these messages of the session before each answer. */
function measured(keep: (messages: readonly Message[]) => readonly Message[] | undefined): NeededMeter['needed'] {
  const meter = createNeededMeter(needsOf([conversation], [calls]))
  for (const one of calls) {
    const messages = keep(one.messages)
    meter.add(one, messages && chat?.texts({ system: [{ role: 'system', content: 'You are Kim.' }], messages }))
  }
  return meter.needed
}

const shares = ({ calls: inCalls, old, texts, answers }: NeededMeter['needed']): readonly string[] =>
  [inCalls, old, texts, answers].map(({ there, of }) => `${there}/${of}`)

describe('the meter of needed values', () => {
  it('finds all in the whole session, also in the arguments of calls', () => {
    expect(shares(measured((messages) => messages))).toEqual(['2/2', '2/2', '1/1', '1/1'])
  })

  it('misses those of messages that gave way', () => {
    expect(shares(measured((messages) => messages.slice(1)))).toEqual(['1/2', '1/2', '1/1', '0/1'])
  })

  it('misses all if nothing is sent', () => {
    expect(shares(measured(() => undefined))).toEqual(['0/2', '0/2', '0/1', '0/1'])
  })

  it('leaves the cells about digests empty if no request has one', () => {
    expect(neededCells(measured((messages) => messages.slice(1)))).toEqual([
      '50.0 %',
      '50.0 %',
      '100.0 %',
      '0.0 %',
      '',
      '',
    ])
  })

  it('finds values that a digest tells', () => {
    const digest = user('<context-digest>\n#0 I am: ada_byron\n</context-digest>')
    const needed = measured((messages) => [digest, ...messages.slice(1)])
    expect(shares(needed)[0]).toBe('2/2')
    expect(neededCells(needed).slice(4)).toEqual(['0.0 %', ''])
  })

  it('ignores an answer that is the first message', () => {
    expect(needsOf([[assistant('W100'), user('W100')]], [[]]).size).toBe(0)
  })
})
