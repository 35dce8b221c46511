import { createContextBuilder, type MemoryChunk, renderChunk } from '@lamella/chunks'
import { isLamellaError } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { renderShorter } from '../../src/render/render-chunk.ts'
import { allMessages } from '../support/all-messages.ts'
import { call, result } from '../support/chunks.ts'
import { examples } from '../support/examples.ts'

const plain = (content: unknown, more: object = {}): MemoryChunk =>
  ({ id: 'c', type: 'CUSTOM', content, metadata: {}, ...more }) as MemoryChunk

describe('a chunk', () => {
  it.each(examples.map((one) => ({ ...one, tag: one.text.split('>')[0] })))(
    'is written as $tag>',
    ({ chunk, text }) => {
      expect(renderChunk(chunk)).toBe(text)
    },
  )

  it.each(examples.map((one) => ({ ...one, tag: one.text.split('>')[0] })))(
    'appears in a build as $tag>, in a message of its role',
    ({ chunk, role, text }) => {
      const callId = (chunk.metadata as { readonly callId?: string }).callId ?? ''
      const skill = { skill: 'code_review', callId }
      const before: readonly MemoryChunk[] =
        chunk.subType === 'TOOL_RESULT'
          ? [call('before', callId)]
          : chunk.subType === 'SKILL_RESULT'
            ? [{ id: 'before', type: 'WORKFLOW', subType: 'SKILL_CALL', content: '', metadata: skill }]
            : []
      const messages = allMessages(createContextBuilder().build({ chunks: [...before, chunk] }))
      expect(messages.at(-1)).toEqual({ role, content: text })
      expect(messages).toHaveLength(before.length + 1)
    },
  )

  it('omits attributes that are not set', () => {
    expect(renderChunk(call('c', '1', ''))).toBe(
      '<tool_call id="c" action="tool_call" tool="look" call_id="1">\n</tool_call>',
    )
    expect(renderChunk({ id: 'c', type: 'SYSTEM', content: 'x', metadata: {} })).toBe(
      '<system_context id="c" priority="1000">\n  x\n</system_context>',
    )
  })

  it('writes content that is not text as JSON', () => {
    expect(renderChunk(call('c', '1', { path: '/src/main.ts' }))).toContain('\n  {"path":"/src/main.ts"}\n')
    expect(renderChunk(plain([1, null]))).toContain('\n  [1,null]\n')
    expect(renderChunk(plain(null))).toContain('\n  null\n')
    expect(renderChunk(plain(undefined))).toBe('<custom_chunk id="c">\n</custom_chunk>')
  })

  it('names files and images, which text cannot show', () => {
    const parts = [
      { type: 'text', text: 'Look:' },
      { type: 'image', image: 'aGVsbG8=', mediaType: 'image/png' },
      { type: 'image', image: new URL('https://example.com/a.png') },
      { type: 'file', data: Uint8Array.of(1), filename: 'a.pdf', mediaType: 'application/pdf' },
    ]
    const text = renderChunk({ id: 'c', type: 'AGENT', content: parts, metadata: { role: 'user' } })
    expect(text.split('\n').slice(1, -1)).toEqual([
      '  Look:',
      '  [image image/png]',
      '  [image https://example.com/a.png]',
      '  [file a.pdf application/pdf]',
    ])
  })

  it('keeps empty lines empty', () => {
    expect(renderChunk(result('c', '1', 'a\n\n  b\n'))).toContain('>\n  a\n\n    b\n\n</tool_result>')
  })

  it('may have a custom tag and custom attributes', () => {
    const metadata = { tag: 'weather', role: 'system', attributes: { city: 'Köln "am" Rhein', degrees: 3, wet: true } }
    expect(renderChunk(plain('rain', { metadata }))).toBe(
      '<weather id="c" city="Köln &quot;am&quot; Rhein" degrees="3" wet="true">\n  rain\n</weather>',
    )
  })
})

describe('an invalid chunk', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const broken: readonly (readonly [string, unknown, RegExp])[] = [
    ['is not an object', 7, /number 0.*not an object/],
    ['has no id', { id: '', type: 'SYSTEM', content: '', metadata: {} }, /number 0.*no id/],
    ['has a misspelled type', plain('', { type: 'WORKFLOWS' }), /Did you mean 'WORKFLOW'\?/],
    ['has a misspelled subtype', plain('', { type: 'OUTPUT', subType: 'COMPLETE' }), /Did you mean 'COMPLETED'\?/],
    ['has no metadata', { id: 'c', type: 'SYSTEM', content: '' }, /no metadata/],
    ['has no role', plain('', { type: 'AGENT' }), /metadata.role must be 'user' or 'assistant'/],
    [
      'has no call id',
      plain('', { type: 'WORKFLOW', subType: 'TOOL_CALL', metadata: { tool: 'a' } }),
      /'callId' is missing/,
    ],
    [
      'has a number for a status',
      plain('', { type: 'WORKFLOW', subType: 'TOOL_CALL', metadata: { tool: 'a', callId: 'b', status: 1 } }),
      /'status' must be a string/,
    ],
    [
      'has a priority that is not a number',
      plain('', { metadata: { priority: Number.NaN } }),
      /'priority' must be a finite number/,
    ],
    ['has a type from the prototype', plain('', { type: '__proto__' }), /'__proto__'/],
    ['has a subtype from the prototype', plain('', { type: 'OUTPUT', subType: 'constructor' }), /'constructor'/],
    ['has an invalid tag name', plain('', { metadata: { tag: 'a><b' } }), /not a valid name/],
    ['has a tag reserved by XML', plain('', { metadata: { tag: 'XmlThing' } }), /not a valid name/],
    ['has an invalid attribute name', plain('', { metadata: { attributes: { 'a="': 1 } } }), /not a valid name/],
    ['has an id twice', plain('', { metadata: { attributes: { id: 1 } } }), /reserved for the chunk id/],
    ['has an object for an attribute', plain('', { metadata: { attributes: { a: {} } } }), /whose value/],
    ['has an unknown role', plain('', { metadata: { role: 'tool' } }), /'role' must be one of/],
    ['holds a cycle', plain(cycle), /cannot be written as JSON/],
    ['holds a BigInt', plain(1n), /cannot be written as JSON/],
    ['is a Map', plain(new Map([['a', 1]])), /cannot be written as JSON: it holds a Map/],
    ['holds a Set', plain({ tags: [new Set(['a'])] }), /it holds a Set/],
    ['is an Error', plain(new TypeError('boom')), /it holds an Error/],
    ['is a function', plain(() => 'x'), /it holds a function/],
    ['holds a function', plain({ run: () => 'x' }), /it holds a function/],
    ['is a symbol', plain(Symbol('x')), /it holds a symbol/],
    ['is a promise', plain(Promise.resolve('x')), /it holds a Promise/],
  ]

  it.each(broken)('%s: the error names the problem', (_, chunk, message) => {
    const build = () => createContextBuilder().build({ chunks: [chunk as MemoryChunk] })
    expect(build).toThrow(message)
    try {
      build()
    } catch (error) {
      expect(isLamellaError(error, 'CHUNK_INVALID')).toBe(true)
    }
  })
})

/** A picture of 40 kB as base64: its bytes look random, and are the same in each run. */
const bytes = Uint8Array.from({ length: 30_000 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 13)
const picture = Buffer.from(bytes).toString('base64')

describe('a chunk with binary data', () => {
  it('has it named in its shorter forms, with the words around it', () => {
    const chunk = result('c', '1', `Saved ${picture} as the logo.`)
    const [first, ...others] = renderShorter(chunk)
    expect(renderChunk(chunk)).toContain(picture)
    expect(first).toContain('Saved [40,000 characters of data] as the logo.')
    expect(others).toEqual([])
  })
})
