import { type ContextTool, defineLayer, type LayerRequest, type ToolDefinition } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'
import { brokenSchema, fakeSchema, olderSchema } from '../support/standard-schema.ts'

const wide = { window: 10_000, reserve: 0 }
const look = { name: 'look', inputSchema: { type: 'object' } }
const find = { name: 'find', description: 'Finds.', inputSchema: { type: 'object', properties: {} } }
const standard = ({ inputSchema, ...rest }: ContextTool): ToolDefinition => ({
  ...rest,
  inputSchema: fakeSchema(inputSchema),
})

describe('tools', () => {
  it('come from the builder, the request and the layers; the first of each name wins', async () => {
    const brings = defineLayer('brings', {
      load: () => ({
        fragments: [],
        tools: [{ ...look, description: 'mine' }, { name: 'find', inputSchema: {} }, 7 as never],
      }),
    })
    const context = await start()
      .use(brings)
      .tools([look])
      .budget(wide)
      .build({ scope, tools: [{ name: 'ask', inputSchema: {} }] })
    expect(context.tools.map((tool) => tool.name)).toEqual(['look', 'ask', 'find'])
    expect(context.report.layers.brings.notices.map((notice) => notice.code)).toEqual([
      'TOOL_DUPLICATE',
      'TOOL_INVALID',
    ])
    expect(context.report.tokens.tools).toBeGreaterThan(0)
  })

  it('of layers are kept even if two passed tools have the same name', async () => {
    const brings = defineLayer('brings', { load: () => ({ fragments: [], tools: [find] }) })
    const context = await start()
      .use(brings)
      .tools([look, { ...look }])
      .budget(wide)
      .build({ scope })
    expect(context.tools).toEqual([look, find])
  })

  it('that are passed under a name that is taken are reported; the same object twice is one tool', async () => {
    const builder = start().tools([look]).budget(wide)
    const { report, tools } = await builder.build({ scope, tools: [look, { ...look, description: 'Other.' }] })
    expect(tools).toEqual([look])
    expect(report.notices?.map(({ code, what }) => [code, what])).toEqual([
      ['TOOL_DUPLICATE', "Two tools have the name 'look'; the first is used."],
    ])
  })

  it('with plain schemas are passed through as the same objects', async () => {
    const context = await start()
      .tools([look])
      .budget(wide)
      .build({ scope, tools: [find] })
    expect(context.tools[0]).toBe(look)
    expect(context.tools[1]).toBe(find)
  })

  it('with schema objects go to the layers, to the counter and into the context with their JSON Schemas', async () => {
    const seen: LayerRequest['tools'][] = []
    const ask = { name: 'ask', description: 'Asks.', inputSchema: { type: 'object', title: 'x' } }
    const brings = defineLayer('brings', {
      load: ({ tools }) => {
        seen.push(tools)
        return { fragments: [], tools: [standard(ask)] }
      },
    })
    const given = { builder: { ...find, name: 'a' }, request: { ...find, name: 'b' } }
    const builder = start().use(brings).budget(wide)
    const plain = await builder.tools([given.builder]).build({ scope, tools: [given.request] })
    const context = await builder.tools([standard(given.builder)]).build({ scope, tools: [standard(given.request)] })
    expect(context.tools).toEqual([given.builder, given.request, ask])
    expect(seen[1]).toEqual([given.builder, given.request])
    expect(context.report.tokens).toEqual(plain.report.tokens)
    expect(context.report.tokens.tools).toBe(
      context.tools.reduce(
        (sum, tool) =>
          sum + 7 + tool.name.length + (tool.description ?? '').length + JSON.stringify(tool.inputSchema).length,
        0,
      ),
    )
  })

  it('with a schema of the AI SDK have its JSON Schema in the context', async () => {
    const inputSchema = { jsonSchema: find.inputSchema, validate: () => true }
    const build = await start()
      .tools([{ ...find, inputSchema }])
      .budget(wide)
      .build({ scope })
    expect(build.tools).toEqual([find])
    expect(build.report.tokens.tools).toBe(
      (await start().tools([find]).budget(wide).build({ scope })).report.tokens.tools,
    )
  })

  it('with schema objects are converted once, and the same object in every build', async () => {
    const [ofBuilder, ofRequest, ofLayer] = [
      fakeSchema({ title: 'a' }),
      fakeSchema({ title: 'b' }),
      fakeSchema({ title: 'c' }),
    ]
    const tool = { name: 'c', inputSchema: ofLayer }
    const brings = defineLayer('brings', { load: () => ({ fragments: [], tools: [tool] }) })
    const builder = start()
      .use(brings)
      .tools([{ name: 'a', inputSchema: ofBuilder }])
      .budget(wide)
    const tools = [{ name: 'b', inputSchema: ofRequest }]
    const first = await builder.build({ scope, tools })
    const second = await builder.budget({ window: 9_000, reserve: 0 }).build({ scope, tools })
    for (const [index, one] of first.tools.entries()) expect(second.tools[index]).toBe(one)
    for (const schema of [ofBuilder, ofRequest, ofLayer]) expect(schema.asked).toHaveLength(1)
  })

  it('whose JSON Schema cannot be created throw if passed directly, and cause a notice if a layer adds them', async () => {
    const bad = [
      { name: 'old', inputSchema: olderSchema() },
      { name: 'list', inputSchema: brokenSchema(() => []) },
    ]
    for (const tool of bad) {
      const code = expect.objectContaining({ code: 'TOOL_SCHEMA_INVALID' })
      expect(() => start().tools([tool])).toThrow(code)
      await expect(
        start()
          .budget(wide)
          .build({ scope, tools: [tool] }),
      ).rejects.toEqual(code)
    }
    const brings = defineLayer('brings', { load: () => ({ fragments: [], tools: [...bad, find] }) })
    const context = await start().use(brings).budget(wide).build({ scope })
    expect(context.tools).toEqual([find])
    expect(context.report.layers.brings.notices.map(({ code }) => code)).toEqual(['TOOL_INVALID', 'TOOL_INVALID'])
    expect(context.report.layers.brings.notices[0]).toMatchObject({
      what: expect.stringContaining("Tool 'old'"),
      fix: expect.stringContaining('z.toJSONSchema'),
    })
  })

  it('that are invalid throw a clear error if passed directly', async () => {
    for (const tools of [[7], [{ name: 'x' }], [{ name: 'x', inputSchema: () => ({}) }], 'look'] as never[]) {
      expect(() => start().tools(tools)).toThrow(/REQUEST_INVALID/)
      await expect(start().budget(wide).build({ scope, tools })).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
    }
  })
})
