import {
  type ContextMessageRole,
  createContextBuilder,
  type IChunkRenderer,
  type MemoryChunk,
  renderChunk,
} from '@lamella/chunks'
import { escapeText } from '@lamella/core/plugin'
import { parseXml } from '@rgrove/parse-xml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, result, user } from '../support/chunks.ts'

class CustomChunkRenderer implements IChunkRenderer {
  canRender(chunk: MemoryChunk): boolean {
    return chunk.metadata.custom?.['myCustomType'] === true
  }

  getRole(_chunk: MemoryChunk): ContextMessageRole {
    return 'assistant'
  }

  render(chunk: MemoryChunk): string {
    const content = chunk.content
    return `<my_custom_tag id="${chunk.id}">
${JSON.stringify(content)}
</my_custom_tag>`
  }
}

const mine: MemoryChunk = { id: 'c1', type: 'CUSTOM', content: { a: 1 }, metadata: { custom: { myCustomType: true } } }
const fixed = (text: unknown, more: Partial<IChunkRenderer> = {}): IChunkRenderer => {
  return { canRender: () => true, getRole: () => 'user', render: () => text as string, ...more }
}
const textsOf = (renderers: readonly IChunkRenderer[], chunks: readonly MemoryChunk[] = [mine]) => {
  const builder = createContextBuilder()
  for (const renderer of renderers) builder.registerRenderer(renderer)
  const { messages, report } = builder.build({ chunks })
  return { texts: messages.map(({ content }) => content), notices: report.layers.chunks.notices }
}

describe('a custom renderer', () => {
  it('writes the chunks that it can render, before the built-in ones', () => {
    const builder = createContextBuilder()
    builder.registerRenderer(new CustomChunkRenderer())
    const { messages } = builder.build({ chunks: [user('u', 'Hi'), mine] })
    expect(messages).toEqual([
      { role: 'user', content: '<user_message id="u" role="user">\n  Hi\n</user_message>' },
      { role: 'assistant', content: '<my_custom_tag id="c1">\n{"a":1}\n</my_custom_tag>' },
    ])
  })

  it('takes precedence over those registered earlier', () => {
    const { texts } = textsOf([fixed('<first/>'), fixed('<second/>')])
    expect(texts).toEqual(['<second/>'])
  })

  it('can be chained: registerRenderer returns the builder', () => {
    const { messages } = createContextBuilder()
      .registerRenderer(fixed('<a/>'))
      .registerRenderer(fixed('<b/>', { canRender: () => false }))
      .build({ chunks: [mine] })
    expect(messages[0]?.content).toBe('<a/>')
  })

  const broken: readonly (readonly [string, IChunkRenderer, RegExp])[] = [
    ['that throws in canRender', fixed('', { canRender: boom }), /canRender threw 'boom'/],
    ['that throws in getRole', fixed('', { getRole: boom }), /getRole threw 'boom'/],
    ['that throws in render', fixed('', { render: boom }), /render threw 'boom'/],
    ['that throws a value other than an error', fixed('', { render: () => fail(7) }), /render threw something/],
    ['that returns no text', fixed(undefined), /a value that is not a string/],
    ['that returns a promise', fixed(Promise.resolve('')), /a value that is not a string/],
    [
      'whose canRender returns a non-boolean',
      fixed('', { canRender: () => 1 as never }),
      /a value other than true or false/,
    ],
    [
      'that returns an unknown role',
      fixed('', { getRole: () => 'tool' as never }),
      /getRole returned a value other than/,
    ],
  ]

  it.each(broken)('%s is skipped and named in a notice', (_, renderer, message) => {
    const { texts, notices } = textsOf([{ ...renderer, name: 'mine' }])
    expect(texts).toEqual([renderChunk(mine)])
    expect(notices).toHaveLength(1)
    expect(notices[0]?.code).toMatch(/^RENDERER_(FAILED|OUTPUT_INVALID)$/)
    expect(notices[0]?.what).toMatch(/^Renderer 'mine', chunk 'c1'/)
    expect(notices[0]?.what).toMatch(message)
  })

  const unescaped: readonly (readonly [string, string, string, RegExp])[] = [
    ['a bare &', '<a>x & y</a>', '<a>x &amp; y</a>', /an unescaped &/],
    ['a bare <', '<a>x < y &lt; z</a>', '<a>x &lt; y &lt; z</a>', /an unescaped </],
    [
      'markup and a bare &',
      '<a><b k="1 & 2">&amp; &</b> </a>',
      '<a><b k="1 &amp; 2">&amp; &amp;</b> </a>',
      /an unescaped &/,
    ],
    ['a tag in its text', '<a>{"x":"<b>"}</a>', '<a>{"x":"&lt;b&gt;"}</a>', /closes <a> before <b>/],
    [
      'its own closing tag in its text',
      '<a>& </a><s>obey</s><a></a>',
      '<a>&amp; &lt;/a&gt;&lt;s&gt;obey&lt;/s&gt;&lt;a&gt;</a>',
      /an unescaped &/,
    ],
    ['two elements', '<a>1 & 2</a><c/>', '<a>1 &amp; 2</a><c/>', /an unescaped &/],
    ['text only', 'a < b && c', 'a &lt; b &amp;&amp; c', /an unescaped [&<]/],
    ['an unclosed tag', '<a>', '&lt;a&gt;', /does not close <a>/],
    [
      'a closing tag of another element',
      '</root><root>',
      '&lt;/root&gt;&lt;root&gt;',
      /closes <root> that is not open/,
    ],
    ['a control character', '<a>\u0000</a>', '<a>\ufffd</a>', /a character that XML cannot represent/],
    ['an invalid character reference', '<a>&#0;</a>', '<a>&amp;#0;</a>', /an unescaped &/],
    ['CDATA without an end', '<a>]]> <![CDATA[</a>', '<a>]]&gt; &lt;![CDATA[</a>', /CDATA|\]\]>/],
  ]

  it.each(unescaped)(
    'keeps its tag and role, and is named in a notice, if its output has %s',
    (_, written, kept, message) => {
      const builder = createContextBuilder().registerRenderer({
        ...fixed(written, { getRole: () => 'assistant' }),
        name: 'mine',
      })
      const { messages, report } = builder.build({ chunks: [mine] })
      expect(messages).toEqual([{ role: 'assistant', content: kept }])
      expect(report.layers.chunks.notices).toMatchObject([{ code: 'RENDERER_OUTPUT_ESCAPED' }])
      expect(report.layers.chunks.notices[0]?.what).toMatch(/^Renderer 'mine', chunk 'c1'/)
      expect(report.layers.chunks.notices[0]?.what).toMatch(message)
    },
  )

  it('keeps its tag if it writes unescaped JSON, in 2,000 generated texts', () => {
    const piece = fc.constantFrom(
      '&',
      '<',
      '>',
      '</my_custom_tag>',
      '<b>',
      '</b>',
      '<!--',
      '-->',
      ']]>',
      '<![CDATA[',
      '&lt;',
      'x',
      '"',
    )
    const content = fc.oneof(
      fc.jsonValue(),
      fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
    )
    const one = { ...mine, metadata: { custom: { myCustomType: true } } } as const
    fc.assert(
      fc.property(fc.record({ value: content }), (value) => {
        const written = new CustomChunkRenderer().render({ ...one, content: value })
        const { messages } = createContextBuilder()
          .registerRenderer(new CustomChunkRenderer())
          .build({ chunks: [{ ...one, content: value }] })
        const [message] = messages
        expect(message?.role).toBe('assistant')
        expect(message?.content).toMatch(/^<my_custom_tag id="c1">\n[\s\S]*\n<\/my_custom_tag>$/)
        expect(() => parseXml(`<root>${message?.content}</root>`)).not.toThrow()
        // Only the escaping differs: nothing was lost.
        const plain = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
        expect(plain(plain(message?.content ?? ''))).toBe(plain(plain(written)))
      }),
      { numRuns: 2_000 },
    )
  })

  // So long that quadratic time would not end within the time that a test has.
  it('is repaired in time linear in its output', () => {
    for (const text of [
      '<![CDATA['.repeat(150_000),
      '<a b="'.repeat(150_000),
      '<!--'.repeat(150_000),
      `<a>${'&'.repeat(600_000)}`,
    ]) {
      expect(textsOf([fixed(text)]).texts[0]?.length).toBeGreaterThan(text.length)
    }
  })

  it('that fails leaves the chunk to the next renderer and is reported once for all its chunks', () => {
    const chunks = [mine, { ...mine, id: 'c2' }, { ...mine, id: 'c3' }]
    class Failing extends CustomChunkRenderer {
      override render(chunk: MemoryChunk): string {
        throw new Error(`no ${chunk.id}`)
      }
    }
    const { texts, notices } = textsOf([new CustomChunkRenderer(), new Failing()], chunks)
    expect(texts[0]?.match(/<my_custom_tag/g)).toHaveLength(3)
    expect(notices.map(({ what: message }) => message)).toEqual([
      "Renderer 'Failing', chunk 'c1' and 2 more: render threw 'no c1'. The next renderer wrote it.",
    ])
  })

  it('may write several elements, text, comments, or nothing', () => {
    const text = '<a b="1">x &lt; y</a> and <!-- so --> <c/><![CDATA[<on>]]>'
    expect(textsOf([fixed(text)]).texts).toEqual([text])
    expect(textsOf([fixed('')]).texts).toEqual([])
  })

  it('does not separate calls from their results', () => {
    const renderer = fixed('', { render: ({ id }) => `<x id="${escapeText(id)}">${'y'.repeat(400)}</x>` })
    const builder = createContextBuilder().registerRenderer(renderer)
    const chunks = [call('a', '1'), result('b', '1'), user('u', 'Hi')]
    const { includedChunkIds, excludedChunkIds } = builder.build({ chunks }, { window: 250 })
    expect([includedChunkIds, excludedChunkIds]).toEqual([['u'], ['a', 'b']])
  })

  it.each([undefined, null, {}, { canRender: () => true }, () => true])('cannot be %o', (renderer) => {
    expect(() => createContextBuilder().registerRenderer(renderer as never)).toThrow(/registerRenderer: 'renderer'/)
  })
})

function boom(): never {
  throw new Error('boom')
}

function fail(value: unknown): never {
  throw value
}
