import type { Framing, Message, Part } from '@lamella/core'
import { createCounter, type ImageInfo } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { charTokenizer, framing } from '../support/char-tokenizer.ts'
import { base64, png, widthOf } from './pictures.ts'

/** An image costs its width, or 99; hidden data costs what its options say. */
const measured: ImageInfo[] = []
const ruled: Framing = {
  ...framing,
  namesResults: true,
  measureImage: (image) => {
    measured.push(image)
    return widthOf(image.data) ?? 99
  },
  measureHidden: (part) => Number(('providerOptions' in part ? part.providerOptions?.['x']?.['hidden'] : 0) ?? 0),
}
const counter = createCounter(charTokenizer, ruled)
const user = (...content: readonly unknown[]): Message => ({ role: 'user', content }) as unknown as Message
const output = (...value: readonly unknown[]): Message =>
  ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'i', toolName: 'look', output: { type: 'content', value } }],
  }) as unknown as Message
const encoded = (text: string): string => base64(new TextEncoder().encode(text))

describe('images', () => {
  const data = base64(png(40, 30))

  it('are counted by the rule of the framing, whatever form they have', () => {
    const forms: readonly (readonly [unknown, number])[] = [
      [{ type: 'image', image: png(40, 30) }, 40],
      [{ type: 'image', image: data, mediaType: 'image/png' }, 40],
      [{ type: 'image', image: `data:image/png;base64,${data}` }, 40],
      [{ type: 'file', data, mediaType: 'image/png' }, 40],
      [{ type: 'image', image: 'https://x.test/a.png' }, 99],
      [{ type: 'image', image: new URL('https://x.test/a.png') }, 99],
      [{ type: 'file', data: 'file-abc', mediaType: 'image/*' }, 99],
    ]
    for (const [part, tokens] of forms) expect(counter.message(user(part)), JSON.stringify(part)).toBe(2 + tokens)
  })

  it('are also counted in tool outputs', () => {
    const pieces: readonly (readonly [unknown, number])[] = [
      [{ type: 'image-data', data, mediaType: 'image/png' }, 40],
      [{ type: 'media', data, mediaType: 'image/png' }, 40],
      [{ type: 'file-data', data, mediaType: 'image/png' }, 40],
      [{ type: 'image-url', url: 'https://x.test/a.png' }, 99],
      [{ type: 'image-url', url: `data:image/png;base64,${data}` }, 40],
      [{ type: 'image-file-id', fileId: 'f' }, 99],
    ]
    for (const [piece, tokens] of pieces) expect(counter.message(output(piece))).toBe(2 + 4 + 'look'.length + tokens)
  })

  it('are passed to the rule with the options of their part, which contain the detail', () => {
    measured.length = 0
    const providerOptions = { openai: { imageDetail: 'low' } }
    counter.message(user({ type: 'image', image: data, providerOptions }))
    expect(measured).toEqual([{ data, providerOptions }])
  })
})

test.for([Number.NaN, -1, 1.5, '7', undefined])('the error names a rule that returns %s for an image', (tokens) => {
  const broken = createCounter(charTokenizer, { ...framing, measureImage: () => tokens as number })
  const message = user({ type: 'image', image: png(3, 4) })
  expect(() => broken.message(message)).toThrow(/measureImage of 'test'.*REQUEST_INVALID/)
})

describe('files', () => {
  it('with text content are counted as their text', () => {
    const text = 'Grüße, 世界! '.repeat(400)
    const forms: readonly unknown[] = [
      encoded(text),
      new TextEncoder().encode(text),
      new TextEncoder().encode(text).buffer,
      `data:text/plain;base64,${encoded(text)}`,
      new URL(`data:text/plain;base64,${encoded(text)}`),
    ]
    for (const data of forms) {
      for (const mediaType of ['text/plain', 'TEXT/CSV', 'application/json', 'application/ld+json; charset=utf-8']) {
        expect(counter.message(user({ type: 'file', data, mediaType }))).toBe(2 + 2 + text.length)
      }
    }
    expect(counter.message(output({ type: 'file-data', data: encoded('abc'), mediaType: 'text/plain' }))).toBe(
      2 + 4 + 4 + 2 + 3,
    )
  })

  it('without text content, or remote ones, are estimated by their bytes, never below an image', () => {
    const guess = (data: unknown, mediaType: string): number =>
      counter.message(user({ type: 'file', data, mediaType })) - 2
    expect(guess('A'.repeat(80_000), 'application/pdf')).toBe(1_500)
    expect(guess(new Uint8Array(60_000), 'audio/wav')).toBe(1_500)
    expect(guess('https://x.test/a.txt', 'text/plain')).toBe(11)
    expect(guess(`https://x.test/${'a'.repeat(80_000)}`, 'application/pdf')).toBe(11)
    expect(guess('not base64: é', 'text/plain')).toBe(11)
    expect(guess('é'.repeat(400), 'text/plain')).toBe(11)
  })
})

test('hidden data of a part is counted on top of its visible content if the framing supports it', () => {
  const part = { type: 'reasoning', text: 'hm', providerOptions: { x: { hidden: 50 } } } as const
  expect(counter.message({ role: 'assistant', content: [part] })).toBe(2 + 2 + 50)
  expect(createCounter(charTokenizer, framing).message({ role: 'assistant', content: [part] })).toBe(2 + 2)
  const call = {
    type: 'tool-call',
    toolCallId: 'i',
    toolName: 'look',
    input: {},
    providerOptions: { x: { hidden: 7 } },
  } as const
  expect(counter.message({ role: 'assistant', content: [call] })).toBe(2 + 5 + 4 + 2 + 7)
})

const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const inner of Object.values(value)) freeze(inner)
    Object.freeze(value)
  }
  return value
}
const anyText = fc.string({ unit: codePoint, maxLength: 8 })
const anyData = fc.oneof(
  anyText,
  fc.uint8Array({ maxLength: 40 }),
  fc.constant(png(9, 9)),
  fc.constant(base64(png(9, 9))),
)
const anyOptions = fc.constantFrom(undefined, { x: { hidden: 3 } })
const anyPart: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: anyText }),
  fc.record({ type: fc.constant('reasoning' as const), text: anyText, providerOptions: anyOptions }),
  fc.record({ type: fc.constant('image' as const), image: anyData }),
  fc.record({
    type: fc.constant('file' as const),
    data: anyData,
    mediaType: fc.constantFrom('image/png', 'text/plain', 'a/b', ''),
  }),
  fc.record({ type: fc.constant('tool-call' as const), toolCallId: anyText, toolName: anyText, input: fc.jsonValue() }),
  fc.record({
    type: fc.constant('tool-result' as const),
    toolCallId: anyText,
    toolName: anyText,
    output: fc.record({ type: fc.constant('json' as const), value: fc.jsonValue() }),
  }),
) as fc.Arbitrary<Part>

test('a message costs the sum of its parts plus one framing', () => {
  fc.assert(
    fc.property(fc.array(anyPart, { maxLength: 6 }), (parts) => {
      const whole = counter.message(freeze({ role: 'assistant', content: parts } as Message))
      const alone = parts.map((part) => counter.message({ role: 'assistant', content: [part] } as Message) - 2)
      expect(whole).toBe(2 + alone.reduce((sum, tokens) => sum + tokens, 0))
      const results = parts.filter((part) => part.type === 'tool-result')
      expect(counter.message({ role: 'tool', content: results })).toBe(
        results.reduce((sum, part) => sum + counter.message({ role: 'tool', content: [part] }), 0),
      )
    }),
    { numRuns: 500 },
  )
})

test('counting never throws on invalid parts', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const junk = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withTypedArray: true }),
    fc.constantFrom(cycle, '__proto__', '\ud800', null, undefined, Number.NaN),
  )
  const type = fc.constantFrom(
    'text',
    'reasoning',
    'image',
    'file',
    'tool-call',
    'tool-result',
    'tool-approval-response',
    '',
    undefined,
  )
  const keys = ['text', 'image', 'data', 'mediaType', 'toolName', 'input', 'reason', 'providerExecuted'] as const
  const half = fc.record({ type, ...Object.fromEntries(keys.map((key) => [key, junk])) })
  const outputs = fc.record({
    type: fc.constantFrom('text', 'json', 'error-text', 'content', 'execution-denied', 'x'),
    value: fc.oneof(junk, fc.array(fc.oneof(junk, half))),
    reason: junk,
  })
  const part = fc.oneof(
    junk,
    half,
    fc.tuple(half, outputs).map(([one, value]) => ({ ...one, output: value })),
  )
  const role = fc.constantFrom('user', 'assistant', 'tool', 'system')
  fc.assert(
    fc.property(role, fc.oneof(junk, fc.array(part, { maxLength: 4 })), (one, content) => {
      const tokens = counter.message({ role: one, content } as unknown as Message)
      expect(Number.isSafeInteger(tokens) && tokens >= 0).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})
