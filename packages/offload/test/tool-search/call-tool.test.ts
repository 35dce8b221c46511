import { type SearchableTool, toolSearch } from '@lamella/offload/tool-search'
import { jsonSchema } from 'ai'
import { describe, expect, it } from 'vitest'

const index = { search: () => [] }
const inputSchema = { type: 'object', properties: { at: { type: 'string', nullable: true } } } as const
const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image-data', data: 'AAAA', mediaType: 'image/png' }

function call(tool: Partial<SearchableTool>, input: unknown = {}) {
  const tools = [{ name: 'look', inputSchema, ...tool }]
  return toolSearch({ tools, index }).callTool.execute({ name: 'look', input })
}

describe('call_tool answers', () => {
  it.each([
    ['one text', [text('sunny')], { type: 'text', value: 'sunny' }],
    ['several texts', [text('a'), text('b')], { type: 'text', value: 'a\nb' }],
    ['nothing', [], { type: 'text', value: '' }],
    ['only an image', [image], { type: 'error-text', value: expect.stringContaining('direct call') }],
  ])('with the texts of a content, as the tools of MCP clients have it: %s', async (_, value, expected) => {
    const shown = { type: 'content', value }
    expect(await call({ execute: () => 'raw', toModelOutput: () => shown })).toEqual(expected)
    expect(await call({ execute: () => shown })).toEqual(expected)
  })

  it('with the texts next to an image, and says that it is left out', async () => {
    const { type, value } = await call({ execute: () => ({ type: 'content', value: [text('The plan:'), image] }) })
    expect(type).toBe('text')
    expect(value).toMatch(/^The plan:\n\[image\/png left out/)
  })

  it.each([
    ['its text', { content: [text('a\n"b"')], structuredContent: { rows: 1 }, _meta: {} }, 'text', 'a\n"b"'],
    ['its failure', { content: [text('No such file.')], isError: true }, 'error-text', 'No such file.'],
    ['its data alone', { content: [], structuredContent: { rows: 1 } }, 'text', '{"rows":1}'],
    [
      'its resources',
      {
        content: [
          { type: 'resource', resource: { uri: 'file:///a.md', text: 'Alpha' } },
          { type: 'resource_link', uri: 'file:///b.md', name: 'b' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
      },
      'text',
      'Alpha\nfile:///b.md\n[image/png left out, which only a direct call can show]',
    ],
    ...[{ content: ['a book'] }, { content: [{ type: 'paragraph' }] }, { content: [text('a')], title: 'B' }].map(
      (data): [string, object, string, string] => ['data of another form', data, 'text', JSON.stringify(data)],
    ),
  ])('with what an MCP client returns as it is: %s', async (_, result, type, value) => {
    expect(await call({ execute: () => result })).toEqual({ type, value })
  })

  it('with the value of an output, and with its failure', async () => {
    const output = (shown: object) => call({ execute: () => shown })
    expect(await output({ type: 'json', value: { sum: 3 } })).toEqual({ type: 'text', value: '{"sum":3}' })
    expect(await output({ type: 'error-json', value: { no: 1 } })).toEqual({ type: 'error-text', value: '{"no":1}' })
  })

  it('with the last value of an async iterable, as the AI SDK does', async () => {
    const execute = async function* () {
      yield 'searching'
      yield { found: 3 }
    }
    expect(await call({ execute })).toEqual({ type: 'text', value: '{"found":3}' })
  })

  it('with data that only looks like an output', async () => {
    for (const data of [
      { type: 'json', value: 1, unit: 'kg' },
      { type: 'content', value: 'a book' },
      { type: 'sum', value: 3 },
    ])
      expect(await call({ execute: () => data })).toEqual({ type: 'text', value: JSON.stringify(data) })
  })
})

describe('a tool whose schema is one of the AI SDK', () => {
  const tools = [{ name: 'look', description: 'Looks.', inputSchema: jsonSchema(inputSchema), execute: () => 'sunny' }]
  const { findTool, callTool } = toolSearch({ tools, index: { search: () => [{ name: 'look' }] } })

  it('is shown with its JSON Schema, and its inputs are checked against it', async () => {
    const { value } = await findTool.execute({ query: 'look' })
    expect(JSON.parse(value).tools[0].parameters).toEqual(inputSchema)
    const at = (value: unknown) => callTool.execute({ name: 'look', input: { at: value } })
    expect(await at('noon')).toEqual({ type: 'text', value: 'sunny' })
    expect(await at(7)).toEqual({ type: 'error-text', value: 'look: input.at must be string.' })
  })
})

describe('call_tool takes', () => {
  const execute = (input: unknown) => input

  it('an input that the model wrote as a text', async () => {
    expect(await call({ execute }, '{"at":"noon"}')).toEqual({ type: 'text', value: '{"at":"noon"}' })
    for (const wrong of ['noon', '["noon"]', '7'])
      expect(await call({ execute }, wrong)).toEqual({ type: 'error-text', value: 'look: input must be object.' })
  })

  it('null for a nullable property', async () => {
    expect(await call({ execute }, { at: null })).toEqual({ type: 'text', value: '{"at":null}' })
    expect(await call({ execute }, { at: 7 })).toMatchObject({ type: 'error-text' })
  })
})
