import { createContext, defineLayer, type Message } from '@lamella/core'
import { openRun, type Run, scrubRuns } from '@lamella/runs'
import type { MemoryStore, SessionStore } from '@lamella/store'
import { expect, it } from 'vitest'

/** Stores, and where their bytes are. */
export interface SearchableStores {
  readonly sessions: SessionStore
  readonly memory: MemoryStore
  /** Returns which of the texts are in the store, as bytes. */
  find(texts: readonly string[]): Promise<readonly string[]>
}

const scope = { tenant: 'acme', user: 'ada' }
const answer: Message = { role: 'assistant', content: 'Yes.' }
let count = 0
const marker = (): string => `erased${String(++count).padStart(6, '0')}marker`

/** A builder that tells what a memory has, and shows the session. */
function builderOf(memory: MemoryStore) {
  return createContext()
    .budget({ window: 50_000, reserve: 100 })
    .use([
      defineLayer('memory', {
        order: 1,
        update: 'add',
        load: async ({ run }) => {
          const { entries } = await memory.list(scope)
          const ids = new Set(entries.map(({ id }) => id))
          const revoked = run && { revoked: run.told.filter((id) => !ids.has(id)) }
          return { fragments: entries.map(({ id, text }) => ({ id, content: text })), ...revoked }
        },
      }),
      defineLayer('history', {
        order: 600,
        placement: 'messages',
        load: async ({ session, message, signal }) => {
          const messages: readonly Message[] = await session.read(0, session.length, { signal })
          const all = message ? [...messages, message] : messages
          return all.map((one, position) => ({ id: `m${position}`, content: [one], position, pinned: true }))
        },
      }),
    ])
}

async function turn(run: Run, message: string): Promise<void> {
  await run.next({ message })
  await run.append(answer)
}

/** Registers tests of what a store holds of a memory that was told in runs, and erased. */
export function erasedRuns(open: () => Promise<SearchableStores>): void {
  it('leave no byte of it with the next request, although the epoch begins for another reason', async () => {
    const { sessions, memory, find } = await open()
    const run = await openRun(builderOf(memory), { sessions, scope, id: 'a' })
    await turn(run, 'One')
    const [text, id] = [marker(), marker()]
    await memory.put(scope, { id, text })
    for (const question of ['Two', 'Three']) await turn(run, question)
    await sessions.compactions?.add(scope, 'a', { start: 0, end: 2, text: 'A summary.' })
    await memory.delete(scope, id)
    expect(await find([text, id])).toEqual(expect.arrayContaining([text, id]))
    await run.next({ message: 'Four' })
    expect(await find([text, id])).toEqual([])
    await run.append(answer)
    expect(await run.scrub()).toBeUndefined()
    for (const question of ['Five', 'Six']) await turn(run, question)
    expect(await find([text, id])).toEqual([])
  })

  it('leave no byte of it with the request after a state was superseded, or with scrub', async () => {
    for (const ends of ['next', 'scrub'] as const) {
      const { sessions, memory, find } = await open()
      const builder = builderOf(memory)
      const id = `superseded-${ends}`
      const run = await openRun(builder, { sessions, scope, id })
      const [text, note] = [marker(), marker()]
      await memory.put(scope, { id: note, text })
      await turn(run, 'One')
      const other = await openRun(
        builder
          .replace(defineLayer('memory', { order: 1, update: 'add', load: () => ({ fragments: [], revoked: [] }) }))
          .parameters({ model: 'other' }),
        { sessions, scope, id },
      )
      await turn(other, 'Two')
      await memory.delete(scope, note)
      expect(await find([text])).toEqual([text])
      await other[ends]()
      expect(await find([text, note])).toEqual([])
    }
  })

  it('leave no byte of it after scrubRuns, in sessions that nobody continues, and the others stay', async () => {
    const { sessions, memory, find } = await open()
    const [text, note, kept] = [marker(), marker(), marker()]
    await memory.put(scope, { id: kept, text: kept })
    await turn(await openRun(builderOf(memory), { sessions, scope, id: 'other' }), 'One')
    await memory.put(scope, { id: note, text })
    for (const id of ['answered', 'waiting', 'superseded']) {
      const run = await openRun(builderOf(memory), { sessions, scope, id })
      await turn(run, 'One')
      await run.next({ message: 'Two' })
      if (id !== 'waiting') await run.append(answer)
      if (id === 'superseded') await run.cut()
    }
    await sessions.transfer?.fork(scope, 'answered', 'fork')
    await memory.delete(scope, note)
    expect(await find([text, note])).toEqual(expect.arrayContaining([text, note]))
    const before = await sessions.runs?.read(scope, 'other')
    const { scrubbed } = await scrubRuns({ sessions, scope, erased: { memory: [note] } })
    expect(scrubbed).toEqual(['answered', 'fork', 'superseded', 'waiting'])
    expect(await find([text, note, kept])).toEqual([kept])
    expect(await sessions.runs?.read(scope, 'other')).toEqual(before)
    for (const id of scrubbed) {
      const { report } = await (await openRun(builderOf(memory), { sessions, scope, id })).next({ message: 'Two' })
      expect(report.run?.cut?.reason).toBe('revoked')
    }
    expect(await find([text, note])).toEqual([])
  })
}
