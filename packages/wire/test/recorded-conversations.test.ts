import type { Message } from '@lamella/core'
import { validate } from '@lamella/wire/validate'
import { describe, expect, test } from 'vitest'
import { airlineConversations, codingSession, cutsOf } from './conversations.ts'
import { noData } from './data.ts'
import { type Format, formats } from './formats.ts'
import { deepFreeze } from './freeze.ts'

const every = Number(process.env['LAMELLA_EVERY'] ?? 20)
const cuts = Math.ceil(50 / every)

// Not `describe.skipIf(…).for(…)`, which skips nothing.
const recorded = test.skipIf(noData !== undefined)

describe.for(formats)('$name', (format) => {
  recorded(`every airline conversation, whole and at ${cuts} random cuts, becomes a valid request`, () => {
    const conversations = airlineConversations()
    expect(conversations).toHaveLength(100)
    let sent = 0
    for (const [seed, messages] of conversations.entries()) {
      for (const piece of [messages, ...cutsOf(messages, cuts, seed)]) sent += checked(format, deepFreeze(piece))
    }
    expect(sent).toBe(100 * (cuts + 1))
  })

  recorded(`the long coding session, whole and at ${cuts} random cuts, becomes a valid request`, () => {
    const messages = codingSession()
    expect(messages).toHaveLength(914)
    let sent = 0
    for (const piece of [messages, ...cutsOf(messages, cuts, 1)]) sent += checked(format, deepFreeze(piece))
    expect(sent).toBe(cuts + 1)
  })

  recorded('what every airline conversation says comes back', () => {
    const conversations = airlineConversations()
    for (const messages of conversations) {
      const { request } = format.encode({ messages })
      expect(saidIn(format.decode(request))).toEqual(saidIn(messages))
    }
  })
})

/**
 * Encodes the messages, and returns 1 if the request breaks no rule of level error. Adds a user message if a cut left
 * no content.
 */
function checked({ name, encode }: Format, messages: readonly Message[]): number {
  const spoken = messages.some(says) ? messages : [...messages, { role: 'user' as const, content: '-' }]
  const { request } = encode({ messages: spoken })
  expect(validate(name, request).filter(({ level }) => level === 'error')).toEqual([])
  return 1
}

function says({ role, content }: Message): boolean {
  return (role === 'user' || role === 'assistant') && content.length > 0
}

/** Returns all content, calls and answers, in order, however it is split into messages. */
function saidIn(messages: readonly Message[]): unknown[] {
  return messages.flatMap((message) => {
    if (message.role === 'system') return []
    if (typeof message.content === 'string') return message.content === '' ? [] : [[message.role, message.content]]
    return message.content.flatMap((part): unknown[] => {
      if (part.type === 'text') return part.text === '' ? [] : [[message.role, part.text]]
      if (part.type === 'tool-call') return [['call', part.toolName, part.input]]
      return part.type === 'tool-result' ? [['result', part.toolName, part.output]] : []
    })
  })
}
