import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { formats, type RequestTexts } from '../../../src/prefix/formats.ts'
import { createDigestMeter } from '../../../src/prefix/needed/digest-meter.ts'
import { assistant, call, result, user } from './messages.ts'

const session: readonly Message[] = [
  call('c1', 'get', { booking_id: 'W100' }),
  result('c1', 'get', { booking_id: 'W100', seat: 'S1200', gate: 'G1200' }),
  call('c2', 'get', { booking_id: 'W100' }),
  result('c2', 'get', { booking_id: 'W100', seat: 'S1300', gate: 'G1300' }),
]

function requestWith(...messages: readonly Message[]): RequestTexts {
  return formats[0]?.texts({ messages }) ?? { head: [], messages: [] }
}

const digest = (lines: string): Message => user(`<context-digest from="0">\n${lines}\n</context-digest>`)

describe('the meter of digests', () => {
  it('counts wrong labels, and replaced values that are not marked', () => {
    const meter = createDigestMeter()
    const lines = '#3 seat: S1300 (was S1200); row: S1300; W100\n#1 gate: G1200; S9999'
    meter.add(requestWith(user('Hi'), digest(lines)), session)
    // Labels: two right, one wrong; S9999 has none but is in no message. W100 has none and is where it should be.
    expect(meter.shares.wrong).toMatchObject({ there: 2, of: 4 })
    expect(meter.shares.outdated).toMatchObject({ there: 1, of: 2 })
  })

  it('counts each digest once per session', () => {
    const meter = createDigestMeter()
    const first = digest('#1 seat: S1200')
    meter.add(requestWith(first), session.slice(0, 2))
    meter.add(requestWith(first, user('More')), session)
    expect(meter.shares.wrong).toMatchObject({ there: 0, of: 1 })
    meter.add(requestWith(first), [user('Another session'), ...session])
    expect(meter.shares.wrong).toMatchObject({ there: 1, of: 2 })
  })

  it('judges a digest by what was known when it was first sent', () => {
    const meter = createDigestMeter()
    meter.add(requestWith(digest('#1 seat: S1200')), session.slice(0, 2))
    meter.add(requestWith(digest('#1 seat: S1200')), session)
    expect(meter.shares.outdated.of).toBe(0)
    const later = createDigestMeter()
    later.add(requestWith(digest('#1 seat: S1200')), session)
    expect(later.shares.outdated).toMatchObject({ there: 1, of: 1 })
  })

  it('finds none in what the model said', () => {
    const meter = createDigestMeter()
    meter.add(requestWith(user('Hi'), assistant('<context-digest>\n#0 row: W1\n</context-digest>')), session)
    expect(meter.shares.wrong.of).toBe(0)
  })
})
