import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentTool, ToolExecutor, ToolFilter } from '../../src/contract/tool-executor.ts'
import { ToolCollector } from '../../src/tools/tool-collector.ts'

const inputSchema = { type: 'object' }
const tool = (name: string, more: Partial<AgentTool> = {}): AgentTool => ({ name, inputSchema, ...more })
const names = (tools: readonly { readonly name: string }[]): string => tools.map(({ name }) => name).join(' ')

const all: readonly AgentTool[] = [
  tool('read_file', { permissions: ['fs.read'], sandbox: true }),
  tool('fetch', { permissions: ['network.http'], sandbox: true }),
  tool('write_file', { permissions: ['fs.read', 'fs.write'] }),
  tool('dangerous_tool', { sandbox: true }),
  tool('clock', { sandbox: true }),
  tool('plain'),
]
const toolExecutor: ToolExecutor = { list: () => all }
const skills = [
  { id: 'math', tools: [tool('calculate'), tool('clock')] },
  { id: 'code', tools: [tool('calculate')] },
  { id: 'talk' },
]

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('ToolCollector', () => {
  it('collects from an executor with a filter, from skills, and merges by name', async () => {
    const collector = new ToolCollector(toolExecutor)
    const tools = await collector.collectFromExecutor({
      sandboxMode: true,
      permissions: ['fs.read', 'network.*'],
      exclude: ['dangerous_tool'],
    })
    expect(names(tools)).toBe('read_file fetch clock')
    const skillTools = await collector.collectFromSkills(skills)
    expect(names(skillTools)).toBe('calculate clock calculate')
    expect(names(collector.mergeTools(tools, skillTools))).toBe('read_file fetch clock calculate')
    const collected = await collector.collect(skills, { sandboxMode: false, permissions: ['*'] })
    expect(names(collected)).toBe('read_file fetch write_file dangerous_tool clock plain calculate')
  })

  it('excludes tools in sandbox mode, or without grants, unless they are declared usable', async () => {
    const collector = new ToolCollector(toolExecutor)
    expect(names(await collector.collect(skills, { sandboxMode: true }))).toBe('read_file fetch dangerous_tool clock')
    expect(names(await collector.collect([], { permissions: [] }))).toBe('dangerous_tool clock plain')
    expect(names(await collector.collect([], { permissions: ['fs.write'] }))).toBe('dangerous_tool clock plain')
  })

  it('reports why each tool is excluded, and the sources of two tools with the same name', async () => {
    const collector = new ToolCollector(toolExecutor)
    const filter = { sandboxMode: false, permissions: ['fs.read'], exclude: ['dangerous_tool'] }
    const { tools, excluded, notices } = await collector.gather(skills, filter, [tool('plain'), tool('more')])
    expect(names(tools)).toBe('read_file clock plain calculate more')
    expect(excluded).toEqual([
      { name: 'fetch', reason: 'permission', missing: 'network.http' },
      { name: 'write_file', reason: 'permission', missing: 'fs.write' },
      { name: 'dangerous_tool', reason: 'excluded' },
      { name: 'clock', reason: 'duplicate' },
      { name: 'calculate', reason: 'duplicate' },
      { name: 'plain', reason: 'duplicate' },
    ])
    expect(notices.map(({ code }) => code)).toEqual(['TOOL_DUPLICATE', 'TOOL_DUPLICATE', 'TOOL_DUPLICATE'])
    expect(notices.map(({ what: message }) => message.slice(0, message.indexOf(' is left out')))).toEqual([
      "the tool executor and skill 'math' both have a tool 'clock'; the one from skill 'math'",
      "skill 'math' and skill 'code' both have a tool 'calculate'; the one from skill 'code'",
      "the tool executor and the additional tools both have a tool 'plain'; the one from the additional tools",
    ])
    const sandboxed = await collector.gather([], { sandboxMode: true }, [tool('more'), tool('safe', { sandbox: true })])
    expect(names(sandboxed.tools)).toBe('read_file fetch dangerous_tool clock safe')
    expect(sandboxed.excluded.at(-1)).toEqual({ name: 'more', reason: 'sandbox' })
  })

  it('returns plain definitions, the same object each time, and already plain ones unchanged', async () => {
    const collector = new ToolCollector(toolExecutor)
    const first = await collector.collect([])
    const second = await collector.collect([])
    expect(first[0]).toEqual({ name: 'read_file', inputSchema })
    expect(second.every((one, index) => one === first[index])).toBe(true)
    expect(first.at(-1)).toBe(all.at(-1))
    expect(all[0]).toHaveProperty('permissions')
  })

  it('does not return an old definition of a tool whose description has changed', async () => {
    const changing = { name: 'a', description: 'one', inputSchema, sandbox: true }
    const collector = new ToolCollector({ list: () => [changing] })
    await collector.collect([])
    changing.description = 'two'
    expect(await collector.collect([])).toEqual([{ name: 'a', description: 'two', inputSchema }])
  })

  it('prefers getForModel, and filters its result again', async () => {
    const asked: ToolFilter[] = []
    const collector = new ToolCollector({
      list: () => [],
      getForModel: async (filter) => {
        asked.push(filter)
        return all
      },
    })
    const filter = { sandboxMode: true, exclude: ['clock'] }
    expect(names(await collector.collect([], filter))).toBe('read_file fetch dangerous_tool')
    expect(asked).toEqual([filter])
  })

  it('works without an executor, and keeps the `this` of a class instance', async () => {
    expect(names(await new ToolCollector().collect(skills))).toBe('calculate clock')
    class Executor implements ToolExecutor {
      readonly #tools = [tool('own')]
      list(): readonly AgentTool[] {
        return this.#tools
      }
    }
    expect(names(await new ToolCollector(new Executor()).collect([]))).toBe('own')
  })

  it('rejects values that are not lists of tools, and invalid tools', async () => {
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      ['tools', /must return a list of tools/],
      [undefined, /must return a list of tools/],
      [[undefined], /a tool at 0 that is not an object/],
      [[tool('a'), {}], /a tool at 1 that has no name/],
      [[tool('')], /has no name/],
      [[{ name: 'a' }], /'a'\) that has no inputSchema/],
      [[{ ...tool('a'), description: 1 }], /description/],
      [[{ ...tool('a'), permissions: 'fs.read' }], /permissions/],
      [[{ ...tool('a'), permissions: [1] }], /permissions/],
      [[{ ...tool('a'), sandbox: 'yes' }], /sandbox/],
    ]
    for (const [list, message] of wrong) {
      const error = await errorOf(new ToolCollector({ list: () => list as never }).collect([]))
      expect(isLamellaError(error, 'DEPENDENCY_INVALID') && error.message).toMatch(message)
    }
    const skill = await errorOf(new ToolCollector().collect([{ id: 'math', tools: [{} as never] }]))
    expect(isLamellaError(skill, 'DEPENDENCY_INVALID') && skill.message).toMatch(
      /skill 'math', tools: returned a tool at 0/,
    )
    const cause = new Error('gone')
    const failed = await errorOf(new ToolCollector({ list: () => Promise.reject(cause) }).collect([]))
    expect(isLamellaError(failed, 'DEPENDENCY_FAILED') && failed.cause).toBe(cause)
  })

  it('rejects invalid filters', async () => {
    const collector = new ToolCollector()
    for (const filter of [{ permissions: 'fs' }, { exclude: [1] }, { sandboxMode: 1 }, { sandbox: true }]) {
      expect(isLamellaError(await errorOf(collector.collect([], filter as never)), 'OPTION_INVALID')).toBe(true)
    }
    expect(isLamellaError(await errorOf(collector.collect([], { permissions: ['fs*'] })), 'OPTION_INVALID')).toBe(true)
  })

  it('reports every tool exactly once, as included or excluded; names are unique, in a stable order', async () => {
    const agentTool = fc.record({
      name: fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'),
      inputSchema: fc.constant(inputSchema),
      sandbox: fc.boolean(),
      permissions: fc.subarray(['fs.read', 'network.http', 'shell']),
    })
    const lists = fc.array(fc.array(agentTool, { maxLength: 4 }), { minLength: 2, maxLength: 4 })
    const permissions = fc.option(fc.subarray(['fs.read', 'network.*', '*']), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(lists, permissions, fc.boolean(), async ([own = [], ...rest], granted, sandboxMode) => {
        const filter = { sandboxMode, exclude: ['c'], ...(granted && { permissions: granted }) }
        const given = rest.map((tools, index) => ({ id: `s${index}`, tools }))
        const { tools, excluded } = await new ToolCollector({ list: () => own }).gather(given, filter)
        const offered = [...own, ...rest.flat()]
        expect(tools.length + excluded.length).toBe(offered.length)
        expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
        const allowed = offered.filter(({ name, sandbox, permissions: asked }) => {
          const all = granted === undefined || granted.includes('*')
          const ok = (one: string): boolean =>
            all || granted.includes(one) || granted.includes(`${one.split('.')[0]}.*`)
          return name !== 'c' && (!sandboxMode || sandbox) && asked.every(ok)
        })
        expect(tools.map(({ name }) => name)).toEqual([...new Set(allowed.map(({ name }) => name))])
      }),
      { numRuns: 1_000 },
    )
  })
})
