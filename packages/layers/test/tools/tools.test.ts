import type { ContextTool } from '@lamella/core'
import { tools } from '@lamella/layers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultHowToCall, defaultHowToCallInText } from '../../src/tools/tool-items.ts'
import { hostileText } from '../support/hostile.ts'
import { compose, load, textOf } from '../support/load.ts'

const search: ContextTool = {
  name: 'search',
  description: 'Searches the web.\nAt most ten words.',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
}
const mail: ContextTool = { name: 'mail', inputSchema: { type: 'object' } }

describe('tools', () => {
  it('gives way after the skills', () => {
    expect(tools()).toMatchObject({
      name: 'tools',
      order: 500,
      priority: 40,
      stability: 'session',
      budget: { min: 200 },
    })
    expect(tools().truncation).toBeUndefined()
    expect(tools({ schemas: 'text' }).truncation?.name).toBe('fair')
  })

  it('is empty without TOOLS.md and tools', async () => {
    expect(await textOf(tools())).toBe('')
    expect(await textOf(tools({ source: { read: () => undefined }, schemas: 'text' }))).toBe('')
  })

  it('shows TOOLS.md in sections, and does not repeat the tools of the request', async () => {
    const source = { read: () => ({ text: '# Search\nTen words.\n\n\n# Mail\nAsk first.\n', from: 'TOOLS.md' }) }
    const layer = tools({ source })
    const result = await load(layer, { tools: [search] })
    expect(result.fragments.map(({ id, origin }) => [id, origin])).toEqual([
      ['section:Search', { by: 'owner', from: 'TOOLS.md' }],
      ['section:Mail', { by: 'owner', from: 'TOOLS.md' }],
    ])
    expect(result.tools).toBeUndefined()
    expect(compose(layer, result.fragments)).toBe('# Search\nTen words.\n\n# Mail\nAsk first.')
  })

  it('writes its title above TOOLS.md too where that is asked for, once', async () => {
    const source = '# Search\nTen words.'
    expect(await textOf(tools({ source, titled: true }), { tools: [search] })).toBe(
      'Available tools:\n# Search\nTen words.',
    )
    expect(await textOf(tools({ source: ' ', titled: true }), { tools: [search] })).toBe('')
    expect(await textOf(tools({ titled: true }), { tools: [mail] })).toBe(await textOf(tools(), { tools: [mail] }))
    const asText = tools({ source, titled: true, schemas: 'text', howToCall: 'Shout.' })
    expect(await textOf(asText, { tools: [mail] })).toBe(
      'Available tools:\n# Search\nTen words.\n\nShout.\n- mail\n  input: {"type":"object"}',
    )
  })

  it('documents the given tools without TOOLS.md', async () => {
    expect(await textOf(tools(), { tools: [search, mail] })).toBe(
      `Available tools:\n${defaultHowToCall}\n- search: Searches the web.\n  At most ten words.\n- mail`,
    )
  })

  it('accepts a blank file as "nothing"', async () => {
    expect(await textOf(tools({ source: ' \n' }), { tools: [search] })).toBe('')
  })

  it('writes schemas as text for models without tool calling', async () => {
    const layer = tools({ source: '# Search\nTen words.', schemas: 'text' })
    expect(await textOf(layer, { tools: [search, mail] })).toBe(
      `# Search
Ten words.

Available tools:
${defaultHowToCallInText}
- search
  input: {"type":"object","properties":{"q":{"type":"string"}}}
  description:
    Searches the web.
    At most ten words.
- mail
  input: {"type":"object"}`,
    )
  })

  it('writes the JSON Schema of a schema object', async () => {
    const input = (): Record<string, unknown> => ({ type: 'object', title: 'of a library' })
    const inputSchema = { '~standard': { version: 1, vendor: 'fake', jsonSchema: { input } } } as const
    const text = await textOf(tools({ schemas: 'text' }), { tools: [{ name: 'search', inputSchema }] })
    expect(text).toContain('- search\n  input: {"type":"object","title":"of a library"}')
  })

  it('keeps the schema of a tool at every rung', async () => {
    const layer = tools({ schemas: 'text' })
    const { fragments } = await load(layer, { tools: [{ ...search, description: 'x'.repeat(300) }] })
    expect(fragments[0]?.shorter).toHaveLength(3)
    for (const form of fragments[0]?.shorter ?? []) expect(form).toContain('  input: {"type":"object"')
  })

  it('accepts a custom text on how to call a tool', async () => {
    const layer = tools({ howToCall: 'Shout the name.' })
    expect(await textOf(layer, { tools: [mail] })).toBe('Available tools:\nShout the name.\n- mail')
  })

  it('lists the first of two tools with the same name and reports it', async () => {
    const { fragments, notices } = await load(tools(), { tools: [search, mail, { ...mail }] })
    expect(fragments).toHaveLength(2)
    expect(notices).toMatchObject([{ code: 'TOOL_DUPLICATE' }])
  })

  it('passes on the notices of its source', async () => {
    const notice = { code: 'FILE_TRUNCATED', what: 'cut' }
    expect((await load(tools({ source: { read: () => ({ text: '# A', notices: [notice] }) } }))).notices).toEqual([
      notice,
    ])
  })

  it('prevents a tool from forging another tool or a schema', async () => {
    const one = fc.record({ name: fc.string({ minLength: 1 }), description: hostileText, title: hostileText })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 4 }), async (given) => {
        const layer = tools({ schemas: 'text', howToCall: '' })
        const request = given.map(({ name, description, title }) => ({ name, description, inputSchema: { title } }))
        const { fragments } = await load(layer, { tools: request })
        const lines = compose(layer, fragments).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
        expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(fragments.length)
        const schemas = lines.filter((line) => line.startsWith('  input: ')).map((line) => JSON.parse(line.slice(9)))
        const byName = new Map(request.map((tool) => [tool.inputSchema.title, tool]))
        expect(schemas).toHaveLength(fragments.length)
        for (const { title } of schemas) expect(byName.has(title)).toBe(true)
      }),
    )
  })

  it('names an invalid option in the error', () => {
    expect(() => tools({ schemas: 'xml' as 'text' })).toThrow('must be one of native, text')
  })
})
