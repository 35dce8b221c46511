import { baseInstructions, coreBlocks, type MemoryCache, memoryTools, workingBlocks } from '@lamella/blocks'
import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { memoryWith, scope } from './support.ts'

interface Next {
  readonly batchBlocks?: readonly string[]
  readonly agent?: string
  readonly instructions?: string
}

/** A conversation as a run, which is kept as JSON between requests. */
function conversation(memory: MemoryCache): (question: string, next?: Next) => Promise<RunContext> {
  const session: Message[] = []
  let run: RunState | undefined
  return async (question, { batchBlocks, agent = 'entropy', instructions } = {}) => {
    const context = await extend(
      createContext()
        .use([baseInstructions(instructions), coreBlocks(memory), workingBlocks(memory), history(), message()] as const)
        .budget({ window: 8_000, reserve: 500 }),
      {
        scope: { ...scope, agent },
        session: [...session],
        message: question,
        ...(batchBlocks && { batchBlocks }),
        ...(run && { run }),
      },
    )
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    session.push({ role: 'user', content: question }, { role: 'assistant', content: 'Yes.' })
    return context
  }
}

const sent = ({ system, messages, run }: RunContext): string => JSON.stringify([system, messages, run])
const lastText = ({ messages }: RunContext): string => String(messages.at(-1)?.content)

function people(): Promise<MemoryCache> {
  return memoryWith({
    human: { type: 'Core', content: 'Ada is allergic to peanuts.', permission: 'Admin' },
    persona: { type: 'Core', content: 'I am brief.' },
    tasks: { type: 'Working', pinned: true, content: 'Call the dentist.', permission: 'Admin' },
    feed: { type: 'Working', content: 'It rains in Rome.', permission: 'Admin' },
  })
}

/** Shares a block of another agent with `entropy`. */
async function share(memory: MemoryCache, owner: string, content: string): Promise<void> {
  await memory.createBlock(owner, 'news', { type: 'Core', content })
  await memory.shareBlock(owner, 'news', 'entropy', { permission: 'ReadOnly', system: true })
}

describe('blocks in a run', () => {
  it('tell an edit that the model made with its tool, and only of that block', async () => {
    const memory = await people()
    const next = conversation(memory)
    const first = await next('Hello')
    const { handle } = await memoryTools(memory, 'entropy')
    await handle('replace_in_block', { label: 'human', old: 'peanuts', new: 'walnuts' })
    const second = await next('And now?')
    const fragments = [expect.stringMatching(/^human#/)]
    expect(second.report.run).toMatchObject({ epoch: 1, updates: [{ layer: 'core-blocks', fragments }] })
    expect(second.report.run?.cut).toBeUndefined()
    expect(second.system).toEqual(first.system)
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages)
    expect(second.messages.at(-1)?.role).toBe('user')
    expect(lastText(second)).toMatch(
      /^<context-update layer="core-blocks" part="human#[^"]+" replaces="earlier">\n<block:human [^>]+>\nAda is allergic to walnuts\./,
    )
    expect(lastText(second)).not.toContain('persona')
    expect((await next('And then?')).report.run).toMatchObject({ epoch: 1, updates: [] })
  })

  it.each([
    ['a core block', 'human', /peanuts/],
    ['a working block', 'tasks', /dentist/],
  ])('are not sent again after %s was deleted', async (_, label, secret) => {
    const memory = await people()
    const next = conversation(memory)
    expect(sent(await next('Hello'))).toMatch(secret)
    await memory.deleteBlock('entropy', label, { system: true })
    const cut = await next('And now?')
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'revoked' } })
    expect(sent(cut)).not.toMatch(secret)
    expect(sent(cut)).not.toContain(`${label}#`)
    expect((await next('And then?')).report.run).toMatchObject({ epoch: 2, updates: [] })
  })

  it('are not sent again after one was deleted and created anew under its label', async () => {
    const memory = await people()
    const next = conversation(memory)
    await next('Hello')
    await memory.deleteBlock('entropy', 'human', { system: true })
    await memory.createBlock('entropy', 'human', { type: 'Core', content: '' })
    const cut = await next('And now?')
    expect(cut.report.run?.cut?.reason).toBe('revoked')
    expect(sent(cut)).not.toContain('peanuts')
    expect(sent(cut)).toContain('<block:human')
  })

  it('are not sent again after one is no longer shared, even if another takes its name', async () => {
    const memory = await people()
    await share(memory, 'Archive', 'The launch moved.')
    const next = conversation(memory)
    expect(sent(await next('Hello'))).toContain('The launch moved.')
    await memory.unshareBlock('Archive', 'news', 'entropy', { system: true })
    const cut = await next('And now?')
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'revoked' } })
    expect(sent(cut)).not.toContain('The launch moved.')
  })

  it('are not sent to another agent that continues the run', async () => {
    const memory = await people()
    await memory.createBlock('flux', 'human', { type: 'Core', content: 'Bob likes jazz.' })
    const next = conversation(memory)
    await next('Hello')
    const cut = await next('And now?', { agent: 'flux' })
    expect(cut.report.run?.cut?.reason).toBe('revoked')
    expect(sent(cut)).not.toMatch(/peanuts|dentist/)
    expect(sent(cut)).toContain('Bob likes jazz.')
  })

  it('that are unpinned, or were shown for one batch, are announced as removed, and end no epoch', async () => {
    const memory = await people()
    const next = conversation(memory)
    await next('Hello', { batchBlocks: ['feed'] })
    await memory.setBlockPinned('entropy', 'tasks', false, { system: true })
    const later = await next('And now?')
    expect(later.report.run).toMatchObject({ epoch: 1, updates: [{ layer: 'working-blocks' }] })
    expect(lastText(later).match(/part="(\w+)#[^"]+" replaces="earlier">\n\(removed\)/g)).toHaveLength(2)

    const again = await next('What is new?', { batchBlocks: ['feed'] })
    expect(again.report.run).toMatchObject({ epoch: 1, updates: [{ fragments: [expect.stringMatching(/^feed#/)] }] })
    expect(lastText(again)).toContain('It rains in Rome.')
  })

  it('that are deleted after they were announced as removed are still revoked', async () => {
    const memory = await people()
    const next = conversation(memory)
    await next('Hello', { batchBlocks: ['feed'] })
    await next('And now?')
    await memory.deleteBlock('entropy', 'feed', { system: true })
    const cut = await next('And then?')
    expect(cut.report.run?.cut?.reason).toBe('revoked')
    expect(sent(cut)).not.toContain('It rains in Rome.')
  })

  it('begin a new epoch for other base instructions, which the owner wrote', async () => {
    const next = conversation(await people())
    await next('Hello')
    const cut = await next('And now?', { instructions: 'You are Flux.' })
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'instructions' } })
    expect(cut.system[0]?.content).toMatch(/^You are Flux\./)
  })
})
