import { isLamellaError, type Message, type SystemPart, type ToolDefinition, type UserPart } from '@lamella/core'
import type { WireContext } from '@lamella/wire/openai-chat'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Format, formats } from '../../../wire/test/formats.ts'
import { context as hardContext } from '../../../wire/test/histories.ts'
import { aroundRequest, aroundText, createAmountCounter, toolBytes } from '../../src/limits/amounts.ts'
import { jsonBytes, nestedJsonBytes } from '../../src/limits/json-bytes.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) }

/** The bytes that go over the wire; bytes in a body for an SDK are base64. `undefined` if there is nothing to send. */
function encodedBytes({ encode }: Format, context: WireContext): number | undefined {
  try {
    const { request } = encode(context)
    const json = JSON.stringify(request, function (this: Record<string, unknown>, key, value: unknown) {
      const own = this[key]
      return own instanceof Uint8Array ? Buffer.from(own).toString('base64') : value
    })
    return Buffer.byteLength(json)
  } catch (error) {
    if (isLamellaError(error, 'WIRE_UNENCODABLE')) return undefined
    throw error
  }
}

/** The most bytes of a body, as a request's limits count them. */
const bound = ({ system = [], messages, tools = [], parameters = {} }: WireContext): number => {
  const parts = (system as SystemPart[]).reduce((sum, { content }) => sum + aroundText + jsonBytes(content), 0)
  const content = createAmountCounter().messages([...messages]).bytes
  return aroundRequest + nestedJsonBytes(parameters) + toolBytes(tools as never) + parts + content
}

const prose = fc.string({ unit: 'grapheme', minLength: 20, maxLength: 600 })
const image = fc
  .uint8Array({ minLength: 200, maxLength: 4_000 })
  .map((bytes) => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...bytes))
const parts: fc.Arbitrary<UserPart[]> = fc.array(
  fc.oneof(
    prose.map((text) => ({ type: 'text' as const, text })),
    image.map((bytes) => ({ type: 'image' as const, image: bytes, mediaType: 'image/png' })),
    image.map((bytes) => ({
      type: 'image' as const,
      image: Buffer.from(bytes).toString('base64'),
      mediaType: 'image/png',
    })),
    image.map((bytes) => ({
      type: 'image' as const,
      image: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
      mediaType: 'image/png',
    })),
    image.map((bytes) => ({
      type: 'file' as const,
      data: Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d, ...bytes),
      mediaType: 'application/pdf',
      filename: 'report.pdf',
    })),
  ),
  { minLength: 1, maxLength: 6 },
)
const input = fc.dictionary(fc.constantFrom('path', 'query', 'lines'), prose, { minKeys: 1 })
const turn: fc.Arbitrary<Message[]> = fc
  .tuple(parts, prose, fc.nat(10_000), input, prose, image, fc.boolean())
  .map(([content, text, id, args, result, bytes, hasImage]): Message[] => [
    { role: 'user', content },
    {
      role: 'assistant',
      content: [
        { type: 'text', text },
        { type: 'tool-call', toolCallId: `call_${id}`, toolName: 'read', input: args },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: `call_${id}`,
          toolName: 'read',
          output: hasImage
            ? {
                type: 'content',
                value: [
                  { type: 'text', text: result },
                  { type: 'image-data', data: Buffer.from(bytes).toString('base64'), mediaType: 'image/png' },
                ],
              }
            : { type: 'text', value: result },
        },
      ],
    },
    { role: 'assistant', content: text },
  ])
const read: ToolDefinition = {
  name: 'read',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}
const ordinary: fc.Arbitrary<WireContext> = fc
  .tuple(prose, fc.array(turn, { minLength: 1, maxLength: 6 }), prose)
  .map(([system, turns, question]) => ({
    system: [{ role: 'system', content: system }],
    messages: [...turns.flat(), { role: 'user', content: question }],
    tools: [read],
    parameters: { model: 'm', maxOutputTokens: 100 },
  })) as fc.Arbitrary<WireContext>

/** Parts and messages: each may have some bytes around it that not every format needs. */
const pieces = ({ messages }: WireContext): number =>
  messages.reduce((sum, { content }) => sum + 1 + (typeof content === 'string' ? 0 : 2 * content.length), 0)

describe('the bytes of a request', () => {
  it('is never less than the encoded body of any format', () => {
    fc.assert(
      fc.property(ordinary, (context) => {
        const most = bound(context)
        for (const format of formats) expect(encodedBytes(format, context) ?? 0).toBeLessThanOrEqual(most)
      }),
      runs,
    )
  })

  it('is at most a tenth more than the largest body, besides some bytes around each part', () => {
    fc.assert(
      fc.property(ordinary, (context) => {
        const largest = Math.max(...formats.map((format) => encodedBytes(format, context) ?? 0))
        expect(bound(context)).toBeLessThanOrEqual(1.1 * largest + 2_048 + 400 * pieces(context))
      }),
      runs,
    )
  })

  it('holds for hostile histories, too', () => {
    fc.assert(
      fc.property(hardContext, (context) => {
        const most = bound(context)
        for (const format of formats) expect(encodedBytes(format, context) ?? 0).toBeLessThanOrEqual(most)
      }),
      runs,
    )
  })
})
