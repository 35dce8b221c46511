import { createContextAssembler } from '@lamella/assembler'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { assistant, called, executor, now, scope, skillProvider, tool, user } from './support.ts'

async function longSession() {
  const sessionStore = createSessionStore()
  for (let turn = 0; turn < 40; turn++) {
    const told = 'This was said at length. '.repeat(5)
    await sessionStore.append(scope, 's', [
      user(`Question ${turn}. ${told}`),
      ...called(`c${turn}`, `Result ${turn}. ${told}`),
      assistant(`Answer ${turn}. ${told}`),
    ])
  }
  return sessionStore
}
const config = { model: 'gpt-4o' } as const

describe('compaction by an assembler', () => {
  it('is suggested with the context, done once, and leaves skills, tools and the session unchanged', async () => {
    const sessionStore = await longSession()
    const assembler = createContextAssembler(
      {
        sessionStore,
        scope,
        skillProvider,
        toolExecutor: executor(tool('look')),
        summarize: () => 'All was said.',
        now,
      },
      config,
    )
    const before = await assembler.assemble('s')
    expect(before.metadata).toMatchObject({ shouldCompact: true, compactionReason: 'message_count' })
    const result = await assembler.compact('s')
    expect(result).toMatchObject({ compacted: true, messagesBefore: 160, failed: [] })
    const after = await assembler.assemble('s')
    expect(after.metadata.shouldCompact).toBe(false)
    expect(after.messages).toHaveLength(result.messagesAfter)
    expect(JSON.stringify(after.messages[0])).toContain('All was said.')
    expect(after.systemPrompt).toBe(before.systemPrompt)
    expect(after.metadata.activeSkills).toEqual(before.metadata.activeSkills)
    expect(after.tools).toEqual(before.tools)
    expect((await sessionStore.read(scope, 's', 0, 160)).map(({ message }) => message)).toHaveLength(160)
  })

  it('changes nothing when it fails, and is not suggested again until the session has grown', async () => {
    const sessionStore = await longSession()
    let calls = 0
    const summarize = () => {
      calls++
      throw new Error('no answer')
    }
    const assembler = createContextAssembler({ sessionStore, scope, summarize, now }, config)
    const before = await assembler.assemble('s')
    const result = await assembler.compact('s')
    expect(result).toMatchObject({ compacted: false, failed: [{ reason: 'threw' }] })
    const after = await assembler.assemble('s')
    expect(after.messages).toEqual(before.messages)
    expect(after.metadata.shouldCompact).toBe(false)
    expect(await assembler.checkCompaction('s')).toMatchObject({ needed: false, coolingDown: true })
    expect(await assembler.checkCompaction('s', { explicit: true })).toMatchObject({ needed: true, reason: 'explicit' })
    for (let turn = 0; turn < 8; turn++) await sessionStore.append(scope, 's', [user('More'), assistant('Yes')])
    expect(await assembler.checkCompaction('s')).toMatchObject({ needed: true, coolingDown: false })
    expect(calls).toBe(1)
  })

  it('is rejected without a summarizer or a store that saves summaries', async () => {
    const sessionStore = await longSession()
    const mute = createContextAssembler({ sessionStore, scope, now }, config)
    await expect(mute.compact('s')).rejects.toMatchObject({
      code: 'COMPACTION_UNSUPPORTED',
      details: { missing: 'summarize' },
    })
    const reading = createContextAssembler(
      { sessionStore: { getMessages: () => [] }, summarize: () => 'x', now },
      config,
    )
    await expect(reading.compact('s')).rejects.toMatchObject({
      code: 'COMPACTION_UNSUPPORTED',
      details: { missing: 'store' },
    })
  })
})
