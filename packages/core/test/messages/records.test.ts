import { checkMessages, messageProblem, recordMark } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'

const record = {
  role: 'system',
  content: '',
  providerOptions: { [recordMark]: { of: 'other-program', line: 1 } },
} as const

describe('a record of another program', () => {
  it('is a message for a store, and for nobody else', () => {
    expect(messageProblem(record)).toBe(undefined)
    expect(() => checkMessages([{ role: 'user', content: 'Hello' }, record], 'session', 7)).toThrow(
      expect.objectContaining({
        code: 'MESSAGE_INVALID',
        message: expect.stringMatching(/^session\[8\] is a record of other-program/),
        details: expect.objectContaining({ path: 'session[8]' }),
      }),
    )
  })
})
