import type { AssistantPart, Message, ToolCallPart, ToolResultPart } from '@lamella/core'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { formats } from './formats.ts'

/** More than a function takes arguments. */
const many = 130_000
/** So many that comparing each with each would take minutes. */
const some = 40_000

const places = (length: number): readonly number[] => Array.from({ length }, (_, place) => place)
const call = (place: number): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: `call_${place}`,
  toolName: 'read',
  input: {},
})
const result = (place: number): ToolResultPart => ({
  type: 'tool-result',
  toolCallId: `call_${place}`,
  toolName: 'read',
  output: { type: 'text', value: `${place}` },
})

describe.each(formats)('a turn in $name', ({ name, encode, decode }) => {
  it('may have more parts than a function takes arguments', () => {
    const content = places(many).map((place): AssistantPart & { type: 'text' } => ({ type: 'text', text: `${place}.` }))
    const messages: Message[] = [
      { role: 'user', content: 'Count.' },
      { role: 'assistant', content: 'I count:' },
      { role: 'assistant', content },
    ]
    const { request } = encode({ messages })
    const decoded = JSON.stringify(decode(request))
    for (const text of ['0.', `${many - 1}.`]) expect(decoded).toContain(text)
    expect(() => validate(name, request)).not.toThrow()
  })

  it('may have many calls whose results come in another order', { timeout: 4_000 }, () => {
    const results = places(some).toReversed().map(result)
    const messages: Message[] = [
      { role: 'user', content: 'Read all.' },
      { role: 'assistant', content: places(some).map(call) },
      ...results.map((one): Message => ({ role: 'tool', content: [one] })),
    ]
    const { request, losses } = encode({ messages })
    expect(losses).toEqual([])
    const read = decode(request).flatMap((message) => (message.role === 'tool' ? message.content : []))
    expect(read.length).toBe(some)
    expect(read.every((part) => part.type === 'tool-result' && part.toolName === 'read')).toBe(true)
  })
})
