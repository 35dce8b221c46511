import { coreBlocks, type MemoryCache, workingBlocks } from '@lamella/blocks'
import { type Context, createContext } from '@lamella/core'
import { toolRule } from '@lamella/layers'
import { describe, expect, it } from 'vitest'
import { memoryWith, promptLayers, scope } from './support.ts'

const promptOf = ({ system }: Context): string => system.map(({ content }) => content).join('\n\n')
const textLog = { type: 'log', displayLimit: 30, entry: { fields: [{ name: 'note', type: 'text' }] } } as const

/** The agent of the reference, with a block shared by another agent. */
async function entropy(): Promise<MemoryCache> {
  const memory = await memoryWith({
    tasks: {
      type: 'Working',
      pinned: true,
      schema: { type: 'list', item: { type: 'map', fields: [{ name: 'task', type: 'text', required: true }] } },
    },
    persona: { type: 'Core', content: 'I break tasks down.', description: 'Who I am.', permission: 'ReadOnly' },
    feed: { type: 'Working', content: 'One new message.' },
    past: { type: 'Archival', content: 'Long ago.' },
  })
  await memory.changeBlock('entropy', 'tasks', 'pushItem', [{ task: 'Review PR' }])
  await memory.createBlock('Archive', 'shared_notes', { type: 'Core', content: 'Content shared from another agent' })
  await memory.shareBlock('Archive', 'shared_notes', 'entropy', { permission: 'Append', system: true })
  return memory
}

describe('the block layers of an agent', () => {
  it('build the system prompt in order: instructions, core blocks, working blocks, activity, tool rules', async () => {
    const layers = promptLayers(await entropy(), {
      instructions: 'You are Entropy, a task breakdown specialist.',
      events: () => [
        { id: 'e2', text: 'Pattern wrote to Entropy' },
        { id: 'e1', text: 'Flux went to sleep' },
      ],
      rules: [toolRule.exitLoop('send_message')],
    })
    const context = await createContext().use(layers).budget({ window: 8_000, reserve: 1_000 }).build({ scope })
    expect(promptOf(context)).toBe(`You are Entropy, a task breakdown specialist.

<block:persona permission="Read Only">
Who I am.

I break tasks down.
</block:persona>

<block:shared_notes permission="Append Only" shared_from="Archive">
Content shared from another agent
</block:shared_notes>

<block:tasks permission="Read, Append, Write">
1. Review PR
</block:tasks>

# Recent Activity

- Pattern wrote to Entropy
- Flux went to sleep

# Tool Execution Rules

- The conversation will end after calling \`send_message\``)
  })

  it('show short permissions and omit descriptions on request', async () => {
    const options = { shortPermissions: true, includeDescriptions: false }
    const builder = createContext()
      .use(coreBlocks(await entropy(), options))
      .budget({ window: 8_000, reserve: 0 })
    expect(promptOf(await builder.build({ scope }))).toBe(
      '<block:persona permission="ReadOnly">\nI break tasks down.\n</block:persona>\n\n' +
        '<block:shared_notes permission="Append" shared_from="Archive">\n' +
        'Content shared from another agent\n</block:shared_notes>',
    )
  })

  it('show schemas between description and content', async () => {
    const builder = createContext()
      .use(workingBlocks(await entropy(), { includeSchemas: true }))
      .budget({ window: 8_000, reserve: 0 })
    expect(promptOf(await builder.build({ scope }))).toBe(
      '<block:tasks permission="Read, Append, Write">\nSchema: list of objects\n- task (text, required)\n\n' +
        '1. Review PR\n</block:tasks>',
    )
  })
})

describe('working blocks', () => {
  it('are shown unpinned in a build that names them, by label, id or owner', async () => {
    const memory = await entropy()
    await memory.createBlock('Archive', 'news', { type: 'Working', content: 'It rains.' })
    await memory.shareBlock('Archive', 'news', 'entropy', { permission: 'ReadOnly', system: true })
    const builder = createContext().use(workingBlocks(memory)).budget({ window: 8_000, reserve: 0 })
    const kept = async (batchBlocks?: readonly string[]): Promise<readonly string[]> => {
      const { system } = await builder.build(batchBlocks === undefined ? { scope } : { scope, batchBlocks })
      return Array.from((system[0]?.content ?? '').matchAll(/^<block:(\S+)/gm), ([, label = '']) => label)
    }
    const { id = '' } = (await memory.getBlockMetadata('entropy', 'feed')) ?? {}
    expect(await kept()).toEqual(['tasks'])
    expect(await kept(['feed'])).toEqual(['feed', 'tasks'])
    expect(await kept([id])).toEqual(['feed', 'tasks'])
    expect(await kept(['news@Archive', 'past'])).toEqual(['past', 'tasks', 'news'])
    expect(await kept(['persona'])).toEqual(['tasks'])
    expect(await kept()).toEqual(['tasks'])
  })

  it('of another agent are not shown when named, and add a notice', async () => {
    const memory = await entropy()
    await memory.createBlock('Flux', 'secret', { type: 'Working', content: 'hidden', pinned: true, id: 'secret-id' })
    const builder = createContext().use(workingBlocks(memory)).budget({ window: 8_000, reserve: 0 })
    const context = await builder.build({ scope, batchBlocks: ['secret', 'secret-id', 'secret@Flux'] })
    expect(promptOf(context)).not.toContain('hidden')
    expect(context.report.layers['working-blocks'].notices.map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'BATCH_BLOCK_MISSING'),
    )
  })

  it('reject invalid names', async () => {
    const builder = createContext()
      .use(workingBlocks(await entropy()))
      .budget({ window: 8_000, reserve: 0 })
    const wrong = [1] as unknown as string[]
    await expect(builder.build({ scope, batchBlocks: wrong })).rejects.toThrow(/REQUEST_INVALID/)
  })

  it('are all shortened with markers before any is dropped; logs keep their newest entries', async () => {
    const memory = await memoryWith({
      story: { type: 'Working', pinned: true, content: 'A line of the story.\n'.repeat(200) },
      diary: { type: 'Working', pinned: true, schema: textLog },
    })
    for (let day = 1; day <= 60; day++) {
      await memory.changeBlock('entropy', 'diary', 'appendLogEntry', [{ note: `day ${day} `.repeat(5) }])
    }
    const builder = createContext()
      .use(workingBlocks(memory, { max: 500 }))
      .budget({ window: 8_000, reserve: 0 })
    const context = await builder.build({ scope })
    const prompt = promptOf(context)
    expect(prompt).toMatch(/^<block:diary[^\n]*>\n(day 60 ){5}\n/)
    expect(prompt).toMatch(/\n… \[\d+ more cut\]\n<\/block:diary>/)
    expect(prompt).toMatch(/\nA line of the story\.\n… \[\d+ characters cut\]\n<\/block:story>$/)
    expect(context.report.rows.map(({ action, reason }) => [action, reason])).toEqual([
      ['shortened', 'layer-max'],
      ['shortened', 'layer-max'],
    ])
    expect(context.report.layers['working-blocks'].got).toBeLessThanOrEqual(500)
  })
})

describe('core blocks', () => {
  it('are never cut: the build fails if they do not fit', async () => {
    const memory = await memoryWith({ persona: { type: 'Core', content: 'words '.repeat(3_000), limit: 99_999 } })
    const builder = createContext().use(coreBlocks(memory))
    await expect(builder.budget({ window: 1_000, reserve: 0 }).build({ scope })).rejects.toThrow(/CONTEXT_OVERFLOW/)
    const { report } = await builder.budget({ window: 8_000, reserve: 0 }).build({ scope })
    expect(report.truncated).toBe(false)
  })

  it('are marked, with a notice, if they exceed their limit or the default limit', async () => {
    const memory = await memoryWith({
      a: { type: 'Core', content: 'x'.repeat(12), limit: 10 },
      b: { type: 'Core', content: 'x'.repeat(5_001) },
      c: { type: 'Core', content: 'x'.repeat(5_000) },
    })
    const builder = createContext().use(coreBlocks(memory)).budget({ window: 20_000, reserve: 0 })
    const context = await builder.build({ scope })
    expect(promptOf(context).match(/^\[.*\]$/gm)).toEqual([
      '[2 characters over the limit of 10]',
      '[1 characters over the limit of 5000]',
    ])
    const { notices } = context.report.layers['core-blocks']
    expect(notices.map(({ code, from }) => [code, from])).toEqual([
      ['BLOCK_OVER_LIMIT', 'a'],
      ['BLOCK_OVER_LIMIT', 'b'],
    ])
  })

  it('require an agent', async () => {
    const builder = createContext()
      .use(coreBlocks(await entropy()))
      .budget({ window: 8_000, reserve: 0 })
    await expect(builder.build({ scope: { tenant: 'acme' } })).rejects.toThrow(/SCOPE_INVALID/)
  })
})
