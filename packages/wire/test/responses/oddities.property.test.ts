import { isLamellaError, type Message } from '@lamella/core'
import type { decodeAnthropicStream } from '@lamella/wire/anthropic'
import type { ResponseMend } from '@lamella/wire/openai-chat'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../random.ts'
import { decoders, said } from './answers.ts'
import { sseText } from './emit/emitter.ts'
import { applyOddities } from './oddities/apply.ts'
import type { Fields } from './oddities/oddity.ts'

const numRuns = Number(process.env['LAMELLA_STREAMS'] ?? 50)

/** Whether each call of a body arrives whole under a name of its own, so that a reader can know it. */
function isWhole(calls: readonly (Fields | { readonly input: unknown })[]): boolean {
  const ids = calls.map((call) => (call as Fields)['toolCallId'])
  return new Set(ids).size === ids.length && calls.every(({ input }) => typeof input === 'object' && input !== null)
}

const seed = fc.nat(2 ** 31)

describe.each(Object.entries(decoders))('%s', (format, { body, emit, whole, stream, recorded, arrived }) => {
  test('texts and calls that arrive whole are never lost, whatever one to three oddities a server has', async () => {
    const bodies = recorded.length === 0 ? body : fc.oneof(body, fc.constantFrom(...recorded))
    await fc.assert(
      fc.asyncProperty(bodies, seed, async (sent, number) => {
        const response = whole(sent)
        fc.pre(isWhole(response.calls as unknown as Fields[]))
        const expected = said(response.messages)
        const random = randomFrom(number)
        const { events, names, tells } = applyOddities(format, emit(sent as never, random), random)
        const text = sseText(events, random)
        const { messages: found, mended } = await read(stream([text]))
        if (mended !== undefined && callsIn(found).length > 0)
          expect(
            mended.map(({ code }) => code),
            names.join(', '),
          ).toEqual(expect.arrayContaining([...tells]))
        expect(said(found), names.join(', ')).toEqual(expected)
        for (const call of callsIn(found)) {
          expect(call['toolCallId']).not.toBe('')
          expect(call['toolName']).not.toBe('')
        }
        const ids = callsIn(found).map(({ toolCallId }) => toolCallId)
        expect(new Set(ids).size).toBe(ids.length)
        expect((await read(stream([text]))).messages).toEqual(found)
      }),
      { numRuns },
    )
  })

  test('what arrived whole before the connection was cut is never lost', async () => {
    await fc.assert(
      fc.asyncProperty(body, seed, async (sent, number) => {
        const full = whole(sent)
        fc.pre(isWhole(full.calls as unknown as Fields[]))
        const random = randomFrom(number)
        const events = emit(sent as never, random)
        const before = events.slice(0, random(events.length))
        const expected = said(whole(arrived(sent as never, before)).messages)
        const found = said((await read(stream([sseText(before, random)]))).messages)
        expect(found.text.slice(0, expected.text.length)).toBe(expected.text)
        expect(said(full.messages).text.slice(0, found.text.length)).toBe(found.text)
        expect(found.calls.slice(0, expected.calls.length)).toEqual(expected.calls)
        expect(said(full.messages).calls).toEqual(expect.arrayContaining([...found.calls]))
      }),
      { numRuns },
    )
  })
})

function callsIn(messages: readonly Message[]): Fields[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : (content as unknown as readonly Fields[]).filter(
          (part) => part['type'] === 'tool-call' && part['providerExecuted'] !== true,
        ),
  )
}

/** Reads a stream as far as it can be read. What was mended is only told of a whole one. */
async function read(
  stream: ReturnType<typeof decodeAnthropicStream>,
): Promise<{ readonly messages: readonly Message[]; readonly mended?: readonly ResponseMend[] }> {
  try {
    const { messages, mended = [] } = await stream.response()
    return { messages, mended }
  } catch (error) {
    if (!isLamellaError(error, 'WIRE_RESPONSE')) throw error
    return { messages: (error.details as { partial: { messages: readonly Message[] } }).partial.messages }
  }
}
