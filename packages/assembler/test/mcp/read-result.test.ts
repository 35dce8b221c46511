import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readResult } from '../../src/mcp/read-result.ts'

const limits = { characters: 1_000, data: 100 }
const read = (result: unknown): unknown => readResult(result, limits)
const text = (value: string) => ({ type: 'text', text: value })

describe('readResult', () => {
  it('converts a single text to text, and several pieces to content', () => {
    expect(read({ content: [text('sunny')] })).toEqual({ type: 'text', value: 'sunny' })
    expect(read({ content: [text('a'), text(''), text('b')] })).toEqual({
      type: 'content',
      value: [text('a'), text('b')],
    })
    expect(read({ content: [] })).toEqual({ type: 'text', value: '' })
    expect(read({})).toEqual({ type: 'text', value: '' })
  })

  it('imports images, sounds, resources and links', () => {
    const content = [
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a/notes.txt', text: 'Hi', mimeType: 'text/plain' } },
      { type: 'resource', resource: { uri: 'file:///a/report.pdf', blob: 'aGk=', mimeType: 'application/pdf' } },
      { type: 'resource', resource: { uri: 'file:///a/x.png', blob: 'aGk=', mimeType: 'image/png' } },
      { type: 'resource', resource: { uri: '', blob: 'AAE=' } },
      { type: 'resource_link', uri: 'https://a.test/b', name: 'b', description: 'More.', mimeType: 'text/html' },
      { type: 'resource_link', uri: 'https://a.test/c' },
    ]
    expect(read({ content })).toEqual({
      type: 'content',
      value: [
        { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
        { type: 'file-data', data: 'aGk=', mediaType: 'audio/wav' },
        text('[file:///a/notes.txt]\nHi'),
        { type: 'file-data', data: 'aGk=', mediaType: 'application/pdf', filename: 'report.pdf' },
        { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
        { type: 'file-data', data: 'AAE=', mediaType: 'application/octet-stream' },
        text('[Resource b: https://a.test/b (text/html)]\nMore.'),
        text('[Resource https://a.test/c]'),
      ],
    })
  })

  // anomalyco/opencode#30249, danny-avila/LibreChat#15601: files in `blob` are refused by providers, or not shown at all.
  it('imports a file that is text as text, whatever its media type is', () => {
    const base64 = (content: string): string => Buffer.from(content).toString('base64')
    const content = [
      { type: 'resource', resource: { uri: 'file:///t.csv', mimeType: 'text/csv', blob: base64('name,age\nÄda,30') } },
      { type: 'resource', resource: { uri: 'x.json', mimeType: 'application/json', blob: base64('{"a":1}') } },
      { type: 'resource', resource: { uri: 'x.py', blob: base64('print(1)') } },
      { type: 'image', mimeType: 'image/svg+xml', data: base64('<svg/>') },
      { type: 'resource', resource: { uri: 'x.bin', blob: base64('a\0b') } },
    ]
    expect(read({ content })).toEqual({
      type: 'content',
      value: [
        text('[file:///t.csv]\nname,age\nÄda,30'),
        text('[x.json]\n{"a":1}'),
        text('[x.py]\nprint(1)'),
        text('<svg/>'),
        { type: 'file-data', data: base64('a\0b'), mediaType: 'application/octet-stream', filename: 'x.bin' },
      ],
    })
  })

  it('converts structured content to a value, and keeps accompanying text only if it differs', () => {
    const structuredContent = { city: 'Bern', degrees: 21 }
    const json = { type: 'json', value: structuredContent }
    expect(read({ structuredContent })).toEqual(json)
    expect(read({ structuredContent, content: [text(JSON.stringify(structuredContent))] })).toEqual(json)
    expect(read({ structuredContent, content: [text(JSON.stringify(structuredContent, null, 2))] })).toEqual(json)
    expect(read({ structuredContent, content: [text('Nice.')] })).toEqual({
      type: 'content',
      value: [text('Nice.'), text('{"city":"Bern","degrees":21}')],
    })
    expect(read({ toolResult: [1, 2] })).toEqual({ type: 'json', value: [1, 2] })
  })

  it('keeps one of two sides that say the same: another key order, a wrapped value, a list of texts', () => {
    const long = 'x'.repeat(300)
    const once: readonly (readonly [readonly string[], unknown, unknown])[] = [
      [[long], { result: long }, { type: 'text', value: long }],
      [['a', 'b'], { result: ['a', 'b'] }, { type: 'content', value: [text('a'), text('b')] }],
      [['a', 'b'], ['a', 'b'], { type: 'content', value: [text('a'), text('b')] }],
      [['42'], { result: 42 }, { type: 'text', value: '42' }],
      [
        ['{"a":1}', '{"a":2}'],
        { result: [{ a: 1 }, { a: 2 }] },
        { type: 'content', value: [text('{"a":1}'), text('{"a":2}')] },
      ],
      [
        ['{\n "city": "Lagos",\n "sum": 4711\n}'],
        { sum: 4711, city: 'Lagos' },
        { type: 'json', value: { sum: 4711, city: 'Lagos' } },
      ],
      [['{"a":1}'], { result: { a: 1 } }, { type: 'json', value: { result: { a: 1 } } }],
    ]
    for (const [texts, structuredContent, expected] of once)
      expect(read({ content: texts.map(text), structuredContent })).toEqual(expected)
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
    expect(read({ content: [text('42'), image], structuredContent: { result: 42 } })).toEqual({
      type: 'content',
      value: [text('42'), { type: 'image-data', data: 'aGk=', mediaType: 'image/png' }],
    })
    expect(read({ isError: true, content: [text('No.')], structuredContent: { result: 'No.' } })).toEqual({
      type: 'error-json',
      value: { result: 'No.' },
    })
  })

  it('keeps the text of two sides if the value cannot have its numbers', () => {
    const json = '{"id": 12345678901234567890, "n": 1}'
    const value: unknown = JSON.parse(json)
    for (const structuredContent of [value, { result: value }])
      expect(read({ content: [text(json)], structuredContent })).toEqual({ type: 'text', value: json })
  })

  it('keeps the texts if one of them has the value as JSON, with words around it', () => {
    const value = { rows: [{ id: 1 }] }
    const json = JSON.stringify(value)
    for (const texts of [
      ['1 row', json],
      [`\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``],
      [`Found 1 row:\n${json}\nDone.`],
    ]) {
      const content = texts.map(text)
      const expected = texts.length === 1 ? { type: 'text', value: texts[0] } : { type: 'content', value: content }
      expect(read({ content, structuredContent: value })).toEqual(expected)
    }
    const resource = { uri: 'db://rows', mimeType: 'application/json', text: json }
    expect(read({ content: [{ type: 'resource', resource }], structuredContent: value })).toEqual({
      type: 'text',
      value: `[db://rows]\n${json}`,
    })
  })

  it('compares texts without the space around them, and leaves out an object without fields', () => {
    expect(read({ content: [text('done\n')], structuredContent: { result: 'done' } })).toEqual({
      type: 'text',
      value: 'done\n',
    })
    expect(read({ content: [text('done')], structuredContent: {} })).toEqual({ type: 'text', value: 'done' })
    expect(read({ content: [], structuredContent: {} })).toEqual({ type: 'json', value: {} })
  })

  it('keeps both sides if they differ', () => {
    for (const [texts, structuredContent] of [
      [['a'], { result: 'b' }],
      [['a', 'b'], { result: ['b', 'a'] }],
      [['a'], { result: ['a', 'b'] }],
      [['a'], { result: 'a', more: 1 }],
    ] as const)
      expect(JSON.stringify(read({ content: texts.map(text), structuredContent }))).toContain(
        JSON.stringify(JSON.stringify(structuredContent)).slice(1, -1),
      )
  })

  it('shows a list once that is wrapped in a field of any name, and a number with its field', () => {
    const items = [{ id: 1 }, { id: 2 }]
    const json = { type: 'json', value: { items } }
    expect(read({ content: [text(JSON.stringify(items))], structuredContent: { items } })).toEqual(json)
    const texts = items.map((one) => text(JSON.stringify(one)))
    expect(read({ content: texts, structuredContent: { items } })).toEqual({ type: 'content', value: texts })
    expect(read({ content: [text('42')], structuredContent: { degrees: 42 } })).toEqual({
      type: 'content',
      value: [text('42'), text('{"degrees":42}')],
    })
  })

  it('leaves out what is for the user alone, and says so if nothing else is there', () => {
    const forUser = { annotations: { audience: ['user'] } }
    expect(read({ content: [text('rows: 3'), { ...text('<long>'), ...forUser }] })).toEqual({
      type: 'text',
      value: 'rows: 3',
    })
    const shown = { type: 'text', value: '[The output was shown to the user.]' }
    expect(read({ content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png', ...forUser }] })).toEqual(shown)
    expect(read({ content: [{ ...text('Hi'), ...forUser }], structuredContent: { result: 'Hi' } })).toEqual(shown)
    expect(read({ content: [{ ...text('Hi'), ...forUser }], structuredContent: { rows: 3 } })).toEqual({
      type: 'json',
      value: { rows: 3 },
    })
    const resource = { uri: 'a://b', text: 'Hi', annotations: forUser.annotations }
    expect(read({ content: [{ type: 'resource', resource }] })).toEqual(shown)
    expect(read({ content: [{ ...text('Hi'), annotations: { audience: 'user' } }] })).toEqual(shown)
    for (const annotations of [
      undefined,
      {},
      { audience: [] },
      { audience: ['assistant'] },
      { audience: ['user', 'assistant'] },
      5,
    ])
      expect(read({ content: [{ ...text('Hi'), annotations }] })).toEqual({ type: 'text', value: 'Hi' })
  })

  it('imports binary contents in each form that the encoders repair', () => {
    const png = 'iVBORw0KGgo='
    const whole = { type: 'content', value: [{ type: 'image-data', data: png, mediaType: 'image/png' }] }
    for (const [data, mimeType] of [
      ['iVBORw0KGgo', 'image/png'],
      ['iVBORw0K\r\nGgo=', 'image/png'],
      [`data:image/png;base64,${png}`, undefined],
      [`data:;base64,${png}`, 'image/png'],
      [png, 'image/png; charset=binary'],
      [png, 'IMAGE/PNG'],
      [png, undefined],
    ])
      expect(read({ content: [{ type: 'image', data, mimeType }] })).toEqual(whole)
    expect(read({ content: [{ type: 'resource', resource: { uri: 'a/b.bin', blob: '-_8' } }] })).toEqual({
      type: 'content',
      value: [{ type: 'file-data', data: '+/8=', mediaType: 'application/octet-stream', filename: 'b.bin' }],
    })
  })

  it('converts values that nest deeper than a message may have them to text', () => {
    const nested = (levels: number): object => {
      let value = {}
      for (let level = 0; level < levels; level++) value = { a: value }
      return value
    }
    const wide = (structuredContent: object, isError: boolean): unknown =>
      readResult({ structuredContent, content: [], isError }, { ...limits, characters: 100_000 })
    for (const isError of [false, true]) {
      const [json, text] = isError ? ['error-json', 'error-text'] : ['json', 'text']
      expect(wide(nested(500), isError)).toEqual({ type: json, value: nested(500) })
      expect(wide(nested(501), isError)).toEqual({ type: text, value: JSON.stringify(nested(501)) })
      expect(wide(nested(3_000), isError)).toEqual({ type: text, value: JSON.stringify(nested(3_000)) })
    }
  })

  it('converts a failure to an error', () => {
    expect(read({ isError: true, content: [text('No sensor.')] })).toEqual({ type: 'error-text', value: 'No sensor.' })
    expect(read({ isError: true, structuredContent: { code: 5 } })).toEqual({ type: 'error-json', value: { code: 5 } })
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
    expect(read({ isError: true, content: [text('See:'), image], structuredContent: { code: 5 } })).toEqual({
      type: 'error-text',
      value: 'See:\n[image/png left out]\n{"code":5}',
    })
    const silent = { type: 'error-text', value: 'The tool failed without an error message.' }
    expect(read({ isError: true, content: [] })).toEqual(silent)
  })

  it('converts a request for input, or a task, to an error that says what the server wants', () => {
    const asked = { a: { method: 'elicitation/create', params: { mode: 'form', message: 'Delete it?' } } }
    const task = { taskId: 't1', status: 'working' }
    for (const [result, said] of [
      [{ resultType: 'input_required', inputRequests: asked }, 'Delete it?'],
      [{ content: [], task }, 't1'],
    ] as const) {
      const { type, value } = read(result) as { readonly type: string; readonly value: string }
      expect(type).toBe('error-text')
      expect(value).toContain(said)
    }
    expect(read({ resultType: 'complete', content: [], ttlMs: 0 })).toEqual({ type: 'text', value: '' })
  })

  it('cuts overlong content with a marker that says what is missing', () => {
    const long = read({ content: [text('x'.repeat(5_000))] }) as { readonly value: string }
    expect(long.value).toHaveLength(1_000)
    expect(long.value).toMatch(/x… \[\d+ characters cut\]x/)
    const many = read({ content: [text('x'.repeat(950)), text('y'.repeat(500)), text('z')] })
    expect(many).toEqual({
      type: 'content',
      value: [text('x'.repeat(950)), text('[a text of 500 characters left out]'), text('z')],
    })
    const data = 'aaaa'.repeat(20)
    const image = { type: 'image', data, mimeType: 'image/png' }
    expect(read({ content: [image, image] })).toEqual({
      type: 'content',
      value: [{ type: 'image-data', data, mediaType: 'image/png' }, text('[image/png of 80 characters left out]')],
    })
    const pieces = Array.from({ length: 1_200 }, () => ({ type: 'resource_link' }))
    expect(JSON.stringify(read({ content: pieces }))).toContain('[200 more pieces left out]')
    const huge = read({ structuredContent: { a: 'x'.repeat(5_000) } }) as {
      readonly type: string
      readonly value: string
    }
    expect(huge.type).toBe('text')
    expect(huge.value).toHaveLength(1_000)
    const failed = read({ isError: true, structuredContent: { a: 'x'.repeat(5_000) } }) as typeof huge
    expect([failed.type, failed.value.length]).toEqual(['error-text', 1_000])
  })

  it('omits content that no provider would accept', () => {
    const wrong: readonly unknown[] = [
      { type: 'image', data: 'not base64', mimeType: 'image/png' },
      { type: 'image', data: 'aGk=a', mimeType: 'image/png' },
      { type: 'image', data: '', mimeType: 'image/png' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png\r\nX: y' },
      { type: 'image', data: 'aGk=' },
      { type: 'audio', data: { length: 4 }, mimeType: 'audio/wav' },
      { type: 'resource' },
      { type: 'resource', resource: {} },
      { type: 'resource_link', uri: 5 },
      { type: 'text', text: 5 },
      { type: 'video', data: 'aGk=' },
      { type: 5 },
      {},
      null,
      'text',
    ]
    for (const item of wrong)
      expect(read({ content: [item] })).toEqual({ type: 'text', value: expect.stringMatching(/left out\]$/) })
    expect(read({ content: 'text' })).toEqual({ type: 'text', value: '[content that is not a list left out]' })
    for (const result of [undefined, null, 'text', 5, []]) expect(read(result)).toMatchObject({ type: 'error-text' })
  })

  it('survives cycles, endless nesting, and getters that throw', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    let deep: unknown = 1
    for (let index = 0; index < 100_000; index++) deep = [deep]
    const none = { type: 'json', value: '[a value that is not JSON left out]' }
    expect(read({ structuredContent: cyclic })).toEqual(none)
    expect(read({ structuredContent: deep })).toEqual(none)
    const getter = Object.defineProperty({}, 'type', {
      get: () => {
        throw new Error('no')
      },
    })
    expect(read({ content: [getter] })).toEqual({ type: 'text', value: '[content that cannot be read left out]' })
  })

  it('always returns an output within its limits, whatever the input', () => {
    const item = fc.oneof(
      fc.record({
        type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link'),
        text: fc.anything(),
        data: fc.anything(),
        mimeType: fc.constant('image/png'),
        resource: fc.anything(),
        uri: fc.anything(),
      }),
      fc.string({ maxLength: 600 }).map(text),
      fc.anything(),
    )
    const results = fc.record(
      {
        content: fc.oneof(fc.array(item), fc.anything()),
        structuredContent: fc.anything(),
        isError: fc.oneof(fc.boolean(), fc.anything()),
      },
      { requiredKeys: [] },
    )
    const types = ['text', 'json', 'error-text', 'error-json', 'content']
    fc.assert(
      fc.property(fc.oneof(results, fc.anything()), (result) => {
        const output = readResult(result, limits)
        expect(types).toContain(output.type)
        // Markers are short; there is at most one per piece.
        const pieces = (result as { readonly content?: { readonly length?: unknown } } | null | undefined)?.content
          ?.length
        expect(JSON.stringify(output).length).toBeLessThan(
          8_000 + 600 * (typeof pieces === 'number' ? Math.min(pieces, 1_000) : 0),
        )
      }),
      { numRuns: 3_000 },
    )
  })
})

/** A picture of 40 kB as base64: its bytes look random, and are the same in each run. */
const bytes = Uint8Array.from({ length: 30_000 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 13)
const picture = Buffer.from(bytes).toString('base64')

describe('binary data in a text that is too long', () => {
  it('is named, and the words around it stay', () => {
    const words = `Saved ${picture} as the logo.`
    const shown = 'Saved [40,000 characters of data] as the logo.'
    expect(read({ content: [text(words)] })).toEqual({ type: 'text', value: shown })
    expect(read({ structuredContent: { note: words } })).toEqual({
      type: 'text',
      value: JSON.stringify({ note: shown }),
    })
  })
})
