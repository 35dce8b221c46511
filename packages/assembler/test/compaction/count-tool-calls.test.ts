import type { Message } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversation, turns } from '../../../compaction/test/session/support.ts'
import { countToolCalls } from '../../src/compaction/count-tool-calls.ts'

describe('countToolCalls', () => {
  it('counts every call, answered or not, on generated conversations', () => {
    fc.assert(
      fc.property(turns, (samples) => {
        const calls = samples.reduce((sum, sample) => sum + sample.calls.length, 0)
        expect(countToolCalls(conversation(samples))).toBe(calls)
      }),
    )
  })

  it('counts nothing in content that is not a list of parts', () => {
    const strange = [
      { role: 'assistant', content: undefined },
      { role: 'assistant', content: [undefined] },
    ]
    expect(countToolCalls(strange as unknown as readonly Message[])).toBe(0)
    expect(countToolCalls([])).toBe(0)
  })
})
