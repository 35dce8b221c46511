import { isLamellaError, type Message, type ToolCallPart, type ToolResultPart } from '@lamella/core'
import { validate } from '@lamella/wire/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formats } from './formats.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 125)
// Two ids for everything, so that nearly every result has several candidate calls.
const id = fc.constantFrom('a', 'b')
const call = fc.tuple(id, fc.constantFrom(undefined, true)).map(([toolCallId, providerExecuted]): ToolCallPart => {
  const part: ToolCallPart = { type: 'tool-call', toolCallId, toolName: 'look', input: {} }
  return providerExecuted ? { ...part, providerExecuted } : part
})
const result = id.map((toolCallId): ToolResultPart => {
  return { type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value: 'seen' } }
})
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.constant<Message>({ role: 'user', content: 'And?' }),
  fc.array(fc.oneof(call, result), { maxLength: 4 }).map((content): Message => ({ role: 'assistant', content })),
  fc.array(result, { maxLength: 3 }).map((content): Message => ({ role: 'tool', content })),
)

describe.for(formats)('$name', ({ name, encode }) => {
  test('pairs calls and results of reused ids in any position', () => {
    let sent = 0
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
        try {
          const { request } = encode({
            system: [],
            tools: [],
            messages: [...messages, { role: 'user', content: 'Well?' }],
          })
          expect(validate(name, request).filter(({ level }) => level === 'error')).toEqual([])
          sent++
        } catch (error) {
          if (!isLamellaError(error, 'WIRE_UNENCODABLE')) throw error
        }
      }),
      { numRuns },
    )
    expect(sent).toBeGreaterThan(0)
  })
})
