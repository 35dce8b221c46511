import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CompactionCheck, createContextAssembler, type SessionReader } from '@lamella/assembler'
import type { Message } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { folder, now, scope, user } from './support.ts'

const config = { model: 'gpt-4o' } as const

/** A store that answers on command. */
function slowStore() {
  const waiting: (() => void)[] = []
  let reads = 0
  const sessionStore: SessionReader = {
    getMetadata: () => ({ revision: 1 }),
    getMessages: async () => {
      reads++
      await new Promise<void>((resolve) => waiting.push(resolve))
      return [user('Hello')]
    },
  }
  const answer = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { sessionStore, reads: () => reads, answer }
}

/** Waits until everything that can happen without an answer has happened. */
const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 5))

describe('callers waiting for the same context', () => {
  it('may leave without affecting the others', async () => {
    const { sessionStore, reads, answer } = slowStore()
    const assembler = createContextAssembler({ sessionStore, now }, config)
    const control = new AbortController()
    const first = assembler.assemble('s', undefined, { signal: control.signal })
    const second = assembler.assemble('s')
    const gone = expect(first).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('enough') })
    await settled()
    control.abort(new Error('enough'))
    await gone
    answer()
    expect((await second).messages).toEqual([user('Hello')])
    expect(reads()).toBe(1)
    expect((await assembler.assemble('s')).metadata.cached).toBe(true)
  })

  it('end the work when the last one leaves; the next one starts it again', async () => {
    const { sessionStore, reads, answer } = slowStore()
    const assembler = createContextAssembler({ sessionStore, now }, config)
    const control = new AbortController()
    const only = expect(assembler.assemble('s', undefined, { signal: control.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    await settled()
    control.abort()
    await only
    const next = assembler.assemble('s')
    await settled()
    answer()
    expect((await next).metadata.cached).toBe(false)
    expect(reads()).toBe(2)
  })

  it('are rejected immediately if their signal is already aborted, and no dependency is called', async () => {
    const { sessionStore, reads } = slowStore()
    const assembler = createContextAssembler({ sessionStore, now }, config)
    const signal = AbortSignal.abort(new Error('too late'))
    for (const one of [assembler.assemble('s', undefined, { signal }), assembler.checkCompaction('s', { signal })]) {
      await expect(one).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('too late') })
    }
    expect(reads()).toBe(0)
  })

  it('leave no listener on a long-lived signal', async () => {
    let listeners = 0
    const { signal } = new AbortController()
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
      listeners++
      Reflect.apply(addEventListener, signal, given)
    }
    signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
      listeners--
      Reflect.apply(removeEventListener, signal, given)
    }
    const assembler = createContextAssembler({ sessionStore: { getMessages: () => [user('Hello')] }, now }, config)
    for (let turn = 0; turn < 3; turn++) await assembler.assemble('s', undefined, { signal })
    expect(listeners).toBe(0)
  })

  it('get a context started before invalidateCache, but the cache does not keep it', async () => {
    const { sessionStore, answer } = slowStore()
    const assembler = createContextAssembler({ sessionStore, now }, config)
    const begun = assembler.assemble('s')
    await settled()
    assembler.invalidateCache('s')
    const later = assembler.assemble('s')
    await settled()
    answer()
    expect((await begun).messages).toEqual([user('Hello')])
    expect((await later).metadata.cached).toBe(false)
    expect((await assembler.assemble('s')).metadata.cached).toBe(true)
    assembler.invalidateCache()
    const fresh = assembler.assemble('s')
    await settled()
    answer()
    expect((await fresh).metadata.cached).toBe(false)
  })

  it('of a compaction can leave by their signal, even while metadata is pending', async () => {
    const assembler = createContextAssembler(
      {
        sessionStore: createSessionStore(),
        scope,
        getSessionMetadata: () => new Promise(() => undefined),
        summarize: () => 'x',
        now,
      },
      config,
    )
    const signal = AbortSignal.timeout(5)
    await expect(assembler.compact('s', { signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('the caches of an assembler', () => {
  it('hold no files without a cache', async () => {
    const workspace = await folder({ 'AGENT.md': 'one', 'SOUL.md': '' })
    const sessionStore = { getMessages: () => [user('Hello')] }
    const off = createContextAssembler(
      { sessionStore, now },
      { ...config, workspace, cache: false, includeDatetime: false },
    )
    expect((await off.assemble('s')).systemPrompt).toBe('one')
    await writeFile(join(workspace, 'AGENT.md'), 'another')
    expect((await off.assemble('s')).systemPrompt).toBe('another')
  })

  it('hold no messages that cannot be compared, but still send them', async () => {
    const input = { query: () => 'a function' }
    const messages = [
      user('Hello'),
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input }] },
    ] as unknown as readonly Message[]
    const assembler = createContextAssembler({ sessionStore: { getMessages: () => messages }, now }, config)
    for (let turn = 0; turn < 2; turn++) {
      const made = await assembler.assemble('s')
      expect(made.metadata.cached).toBe(false)
      expect(made.messages[0]).toEqual(user('Hello'))
    }
  })

  it('share no mutable checks, lists or notices between callers', async () => {
    const assembler = createContextAssembler({ sessionStore: { getMessages: () => [user('Hello')] }, now }, config)
    const check = (await assembler.checkCompaction('s')) as {
      -readonly [Key in keyof CompactionCheck]: CompactionCheck[Key]
    }
    check.needed = true
    const first = await assembler.assemble('s')
    ;(first.metadata.notices as unknown[]).push('mine')
    ;(first.metadata.activeSkills as string[]).push('mine')
    const second = await assembler.assemble('s')
    expect(second.metadata).toMatchObject({ cached: true, shouldCompact: false, notices: [], activeSkills: [] })
    expect(await assembler.checkCompaction('s')).toMatchObject({ needed: false })
  })
})

describe('compaction with a custom store', () => {
  it('is rejected, whatever methods the store has', async () => {
    const sessionStore = { getMessages: () => [user('Hello')], compact: () => undefined, compactions: () => [] }
    const assembler = createContextAssembler({ sessionStore, summarize: () => 'x', now }, config)
    await expect(assembler.compact('s')).rejects.toMatchObject({
      code: 'COMPACTION_UNSUPPORTED',
      details: { missing: 'store' },
    })
  })

  it('reports an invalid scope or clock', async () => {
    const given = { sessionStore: createSessionStore(), summarize: () => 'x' }
    const scopeless = createContextAssembler({ ...given, scope: () => undefined as never, now }, config)
    await expect(scopeless.compact('s')).rejects.toMatchObject({ code: 'DEPENDENCY_INVALID' })
    const timeless = createContextAssembler({ ...given, scope, now: () => new Date(Number.NaN) }, config)
    await expect(timeless.compact('s')).rejects.toMatchObject({ code: 'DEPENDENCY_INVALID' })
  })
})
