import {
  type ContextMessageRole,
  createContextBuilder,
  escapeText,
  type IChunkRenderer,
  type MemoryChunk,
  renderChunk,
} from '@lamella/chunks'
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

  it('comes before those that were registered earlier', () => {
    const { texts } = textsOf([fixed('<first/>'), fixed('<second/>')])
    expect(texts).toEqual(['<second/>'])
  })

  it('gives the builder back, which can be asked again', () => {
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
    ['that throws no error', fixed('', { render: () => fail(7) }), /render threw something/],
    ['that gives no text', fixed(undefined), /something else than a string/],
    ['that gives a promise', fixed(Promise.resolve('')), /something else than a string/],
    ['that says maybe', fixed('', { canRender: () => 1 as never }), /something else than true or false/],
    ['that knows another role', fixed('', { getRole: () => 'tool' as never }), /getRole gave something else/],
    ['that leaves a tag open', fixed('<a>'), /does not close <a>/],
    ['that closes what is not its own', fixed('</root><root>'), /closes <root> that is not open/],
    ['that does not escape', fixed('<a>x & y</a>'), /an & that is not escaped/],
  ]

  it.each(broken)('%s is passed over, and named', (_, renderer, message) => {
    const { texts, notices } = textsOf([{ ...renderer, name: 'mine' }])
    expect(texts).toEqual([renderChunk(mine)])
    expect(notices).toHaveLength(1)
    expect(notices[0]?.code).toMatch(/^RENDERER_(FAILED|OUTPUT_INVALID)$/)
    expect(notices[0]?.message).toMatch(/^Renderer 'mine', chunk 'c1'/)
    expect(notices[0]?.message).toMatch(message)
  })

  it('that fails leaves the chunk to the next, and is told once for all its chunks', () => {
    const chunks = [mine, { ...mine, id: 'c2' }, { ...mine, id: 'c3' }]
    class Failing extends CustomChunkRenderer {
      override render(chunk: MemoryChunk): string {
        throw new Error(`no ${chunk.id}`)
      }
    }
    const { texts, notices } = textsOf([new CustomChunkRenderer(), new Failing()], chunks)
    expect(texts[0]?.match(/<my_custom_tag/g)).toHaveLength(3)
    expect(notices.map(({ message }) => message)).toEqual([
      "Renderer 'Failing', chunk 'c1' and 2 more: render threw 'no c1'. The next renderer has written it.",
    ])
  })

  it('may write more than one element, text, comments and nothing at all', () => {
    const text = '<a b="1">x &lt; y</a> and <!-- so --> <c/><![CDATA[<on>]]>'
    expect(textsOf([fixed(text)]).texts).toEqual([text])
    expect(textsOf([fixed('')]).texts).toEqual([])
  })

  it('changes nothing of calls and results, which stay together', () => {
    const renderer = fixed('', { render: ({ id }) => `<x id="${escapeText(id)}">${'y'.repeat(400)}</x>` })
    const builder = createContextBuilder().registerRenderer(renderer)
    const chunks = [call('a', '1'), result('b', '1'), user('u', 'Hi')]
    const { includedChunkIds, excludedChunkIds } = builder.build({ chunks }, { maxTokens: 250 })
    expect([includedChunkIds, excludedChunkIds]).toEqual([['u'], ['a', 'b']])
  })

  it.each([undefined, null, {}, { canRender: () => true }, () => true])('is not %o', (renderer) => {
    expect(() => createContextBuilder().registerRenderer(renderer as never)).toThrow(/registerRenderer: 'renderer'/)
  })
})

function boom(): never {
  throw new Error('boom')
}

function fail(value: unknown): never {
  throw value
}
