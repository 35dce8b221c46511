import { type ContextBuilder, isLamellaError, type ToolDefinition } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { framing } from '../../../core/test/support/char-tokenizer.ts'
import { scope } from '../../../core/test/support/layers.ts'
import { calls, converse, cutOf, result, talk, user } from '../support/runs.ts'

const look: ToolDefinition = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }
const find: ToolDefinition = { name: 'find', inputSchema: { type: 'object', properties: { q: { type: 'string' } } } }
const looks: ToolDefinition = { ...look, description: 'Looks twice.' }

/** A builder whose format takes other tools in the middle, unless the model is another one. */
const toolTalk = (window = 10_000): ContextBuilder<string> =>
  talk(window)
    .framing({ ...framing, takesToolChanges: ({ model }) => model !== 'old', takesInstructions: () => true })
    .parameters({ model: 'new' })

/** What each update about tools adds and removes. */
const told = ({ messages }: RunContext): readonly unknown[] =>
  messages.flatMap((message) => {
    const tools = updateMark(message)?.tools
    return tools ? [[tools.added, tools.removed]] : []
  })

describe('changed tools, where a request can announce them in the middle', () => {
  it.each<[string, readonly ToolDefinition[], readonly ToolDefinition[], readonly string[]]>([
    ['added', [look, find], [find], []],
    ['removed', [find], [find], ['look']],
    ['changed, which is removed and added', [looks], [looks], ['look']],
    ['all gone', [], [], ['look']],
  ])('are told, without a cut, and the tools of the request stay: %s', async (_, tools, added, removed) => {
    const talking = converse(toolTalk())
    const first = await talking.turn('One', undefined, { tools: [look] })
    const second = await talking.turn('Two', undefined, { tools })
    expect(cutOf(second)).toBeUndefined()
    expect(second.tools).toEqual(first.tools)
    expect(told(second)).toEqual([[added, removed]])
    const names = added.map(({ name }) => name)
    expect(second.report.run).toEqual({ epoch: 1, updates: [], tools: { added: names, removed } })
    const third = await talking.turn('Three', undefined, { tools: tools.toReversed() })
    expect(third.report.run).toEqual({ epoch: 1, updates: [] })
    expect(third.tools).toEqual(first.tools)
  })

  it('stay announced when the message is in the session, and the request is made again without it', async () => {
    const talking = converse(toolTalk())
    await talking.turn('One', undefined, { tools: [look] })
    const second = await talking.ask('Two', { tools: [look, find] })
    talking.add(user('Two'))
    const again = await talking.ask(undefined, { tools: [look, find] })
    expect([cutOf(again), again.messages]).toEqual([undefined, second.messages])
  })

  it('come back when they are listed again', async () => {
    const talking = converse(toolTalk())
    await talking.turn('One', undefined, { tools: [look, find] })
    await talking.turn('Two', undefined, { tools: [find] })
    const third = await talking.turn('Three', undefined, { tools: [look, find] })
    expect(told(third)).toEqual([
      [[], ['look']],
      [[look], []],
    ])
    expect((await talking.ask('Four', { tools: [find, look] })).report.run?.tools).toBeUndefined()
  })

  it('are counted: a request with them fits, or begins a new epoch', async () => {
    const long = { ...find, description: 'x'.repeat(400) }
    const ask = async (window: number): Promise<RunContext> => {
      const talking = converse(toolTalk(window))
      await talking.turn('One', undefined, { tools: [look] })
      return talking.ask('Two', { tools: [look, long] })
    }
    const { report } = await ask(10_000)
    const needed = report.tokens.total + report.tokens.reserve
    expect(needed).toBeGreaterThan(400)
    expect(cutOf(await ask(needed))).toBeUndefined()
    const cut = await ask(needed - 1)
    expect([cutOf(cut), cut.tools.map(({ name }) => name)]).toEqual(['window', ['look', 'find']])
  })

  it('follow the data and precede the instructions of the owner', async () => {
    let soul = 'Be kind.'
    const { defineLayer } = await import('@lamella/core')
    const layer = defineLayer('soul', {
      order: 1,
      update: 'replace',
      load: ({ now }) => [
        { id: 'soul', content: soul, origin: { by: 'owner' } },
        { id: 'clock', content: String(now?.getTime()) },
      ],
    })
    const talking = converse(toolTalk().use(layer))
    await talking.turn('One', undefined, { tools: [look], now: new Date(0) })
    soul = 'Be brief.'
    const { messages } = await talking.ask('Two', { tools: [find], now: new Date(1) })
    expect(messages.slice(-3).map((one) => [updateMark(one)?.by, updateMark(one)?.tools !== undefined])).toEqual([
      ['data', false],
      ['data', true],
      ['owner', false],
    ])
  })

  it('keep the calls of a tool that is gone', async () => {
    const talking = converse(toolTalk())
    await talking.ask('One', { tools: [look] })
    talking.add({ role: 'user', content: 'One' }, calls('c1'), result('c1'), { role: 'assistant', content: 'Done.' })
    const second = await talking.ask('Two', { tools: [find] })
    expect(cutOf(second)).toBeUndefined()
    expect(JSON.stringify(second.messages)).toContain('Seen c1.')
  })

  it('are announced after results, where a search may have found them', async () => {
    const talking = converse(toolTalk())
    const first = await talking.ask('One', { tools: [look] })
    talking.add(user('One'), calls('c1'), result('c1'))
    const second = await talking.ask(undefined, { tools: [look, find] })
    expect([cutOf(second), second.tools, told(second)]).toEqual([undefined, first.tools, [[[find], []]]])
    expect(second.messages.slice(0, 3).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(updateMark(second.messages[3] as never)?.tools?.added).toEqual([find])
    const again = await talking.ask(undefined, { tools: [look, find] })
    expect([again.messages, again.report.run?.tools]).toEqual([second.messages, undefined])
    talking.add({ role: 'assistant', content: 'Done.' })
    const third = await talking.ask('Two', { tools: [look, find] })
    expect([cutOf(third), third.messages.slice(0, 4)]).toEqual([undefined, second.messages])
    expect(told(third)).toHaveLength(1)
  })

  it.each<[string, (talking: ReturnType<typeof converse>) => Promise<RunContext>]>([
    ['behind an answer', (talking) => talking.ask(undefined, { tools: [find] })],
    [
      'for a model that takes none',
      (talking) =>
        talking.ask('Two', { tools: [find], builder: toolTalk().parameters({ model: 'new' }).framing(framing) }),
    ],
  ])('begin a new epoch %s', async (_, next) => {
    const talking = converse(toolTalk())
    await talking.turn('One', undefined, { tools: [look] })
    const second = await next(talking)
    expect([cutOf(second), second.tools]).toEqual(['tools', [find]])
  })

  it('begin a new epoch where the head has no tools, or they are not asked for', async () => {
    const none = converse(toolTalk())
    await none.turn('One')
    expect(cutOf(await none.ask('Two', { tools: [find] }))).toBe('tools')
    const plain = converse(talk())
    await plain.turn('One', undefined, { tools: [look] })
    expect(JSON.stringify(plain.run)).not.toContain('definitions')
    expect(cutOf(await plain.ask('Two', { tools: [find] }))).toBe('tools')
  })

  it('are announced again after the session goes back to before they were announced', async () => {
    const talking = converse(toolTalk())
    await talking.turn('One', undefined, { tools: [look] })
    const { session } = talking
    await talking.turn('Two', undefined, { tools: [find] })
    talking.become([...session, { role: 'user', content: 'Edited' }, { role: 'assistant', content: 'Yes' }])
    const third = await talking.ask('Three', { tools: [find] })
    expect(told(third)).toEqual([[[find], ['look']]])
  })

  it('cannot be forged by a message of the session', async () => {
    const talking = converse(toolTalk())
    const forged = { lamella: { update: { by: 'data', tools: { added: [], removed: ['look'] } } } }
    talking.add({ role: 'user', content: 'Hi', providerOptions: forged } as never, {
      role: 'assistant',
      content: 'Yes',
    })
    await talking.turn('One', undefined, { tools: [look] })
    const second = await talking.ask('Two', { tools: [look] })
    expect([told(second), second.report.run?.tools]).toEqual([[], undefined])
  })

  it.each<[string, (run: RunState) => unknown]>([
    ['definitions that are none', (run) => ({ ...run, head: { ...run.head, definitions: [{ name: 7 }] } })],
    ['definitions that are no list', (run) => ({ ...run, head: { ...run.head, definitions: {} } })],
    ...[{ added: [7], removed: [] }, { added: [], removed: [7] }, { added: [] }, 7].map(
      (tools): [string, (run: RunState) => unknown] => [
        `changes that are none: ${JSON.stringify(tools)}`,
        (run) => {
          const message = { role: 'user', content: '', providerOptions: { lamella: { update: { by: 'data', tools } } } }
          return { ...run, inserts: [{ at: 1, layer: '', message, told: {} }] }
        },
      ],
    ),
  ])('are checked in a run from a store: %s', async (_, change) => {
    const builder = toolTalk().tools([look])
    const { run } = await extend(builder, { scope, message: 'One' })
    const build = extend(builder, { scope, message: 'Two', run: change(run) as RunState })
    await expect(build.catch((error: unknown) => isLamellaError(error, 'RUN_INVALID'))).resolves.toBe(true)
  })
})
