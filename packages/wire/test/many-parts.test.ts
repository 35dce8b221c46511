import type { AssistantPart, Message, ToolCallPart } from '@lamella/core'
import { openCalls } from '@lamella/wire/kit'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { formats } from './formats.ts'

/** More than a function takes arguments. */
const many = 130_000
/** One format of so many, from the last; the nightly run takes all. */
const every = Number(process.env['LAMELLA_EVERY'] ?? 3)
const places = (length: number): readonly number[] => Array.from({ length }, (_, place) => place)

/** Calls that count how often their ids are read, and their results, the last call first. */
function answered(length: number): { readonly calls: ToolCallPart[]; readonly results: Message[]; reads(): number } {
  let count = 0
  const calls = places(length).map((place): ToolCallPart => {
    const fields = { type: 'tool-call', toolName: 'read', input: {} } as const
    return {
      ...fields,
      get toolCallId() {
        count++
        return `call_${place}`
      },
    }
  })
  const results = places(length)
    .toReversed()
    .map((place): Message => {
      const output = { type: 'text', value: `${place}` } as const
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId: `call_${place}`, toolName: 'read', output }] }
    })
  return { calls, results, reads: () => count }
}

/** How many times as often ids are read for ten times as many calls. */
const growth = (readsFor: (length: number) => number): number => readsFor(400) / readsFor(40)

describe.each(formats.filter((_, index) => (formats.length - 1 - index) % every === 0))(
  'a long turn in $name',
  ({ name, encode, decode }) => {
    it('may have more parts than a function takes arguments', () => {
      const content = places(many).map((place): AssistantPart & { type: 'text' } => ({
        type: 'text',
        text: `${place}.`,
      }))
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
  },
)

describe.each(formats)('a turn in $name', ({ encode }) => {
  it('may have many calls whose results come in another order: none is compared with all', () => {
    const reads = (length: number): number => {
      const { calls, results, reads } = answered(length)
      const { losses } = encode({
        messages: [{ role: 'user', content: 'Go.' }, { role: 'assistant', content: calls }, ...results],
      })
      expect(losses).toEqual([])
      return reads()
    }
    expect(growth(reads)).toBeLessThan(12)
  })
})

describe('openCalls', () => {
  it('compares no result with all calls', () => {
    const reads = (length: number): number => {
      const { calls, reads } = answered(length)
      const open = openCalls(calls)
      for (const place of places(length).toReversed()) expect(open.answer(`call_${place}`)).toBe('read')
      expect(open.answer('call_0')).toBeUndefined()
      return reads()
    }
    expect(growth(reads)).toBeLessThan(12)
  })

  it('gives each call to one result only, whether that has its id or its name', () => {
    const { calls } = answered(3)
    const open = openCalls(calls)
    expect(open.answer('call_1')).toBe('read')
    expect([open.answerByName('read'), open.answerByName('read')]).toEqual(['call_0', 'call_2'])
    expect([open.answerByName('read'), open.answer('call_2')]).toEqual([undefined, undefined])
  })
})
