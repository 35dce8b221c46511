import { createContext, type Message } from '@lamella/core'
import { memory, message, system } from '@lamella/layers'
import { sqlite } from '@lamella/provider-sqlite'
import { type MemoryStore, searchSource } from '@lamella/store'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const
const turns = [
  ['Kim', 'Where do you want to celebrate your birthday, Ada?'],
  ['Ada', 'At the lake, with the canoe.'],
  ['Kim', 'I will tell the others.'],
] as const

/** A conversation in memory, among facts that have nothing to do with it. */
async function fill(store: MemoryStore): Promise<void> {
  for (const [n, [speaker, text]] of turns.entries()) {
    await store.put(scope, { id: `turn ${n}`, text, speaker, session: 'plans', date: '2026-05-12' })
  }
  for (let n = 0; n < 20; n++) await store.put(scope, { id: `fact ${n}`, text: `The invoice ${n} is paid.` })
}

async function systemText(store: MemoryStore, question: string, limit: number): Promise<string> {
  const context = await createContext()
    .use([system({ soul: 'Be brief.' }), memory({ source: searchSource(store, { limit }) }), message()])
    .budget({ window: 8000, reserve: 1000 })
    .build({ scope, message: question })
  return context.system.map(({ content }) => content).join('\n')
}

describe('a context with memories that were searched for', () => {
  it('has the answer to a question, which shares no word with it, and names who said it', async () => {
    const store = (await sqlite(':memory:')).memory
    await fill(store)
    const said = await systemText(store, 'What about the birthday?', 2)
    expect(said).toContain('[2026-05-12] Ada: At the lake, with the canoe.')
    expect(said).toContain('[2026-05-12] Kim: Where do you want to celebrate your birthday, Ada?')
    expect(said).not.toContain('invoice')
  })

  it('has what a named person said', async () => {
    const store = (await sqlite(':memory:')).memory
    await fill(store)
    expect(await systemText(store, 'What did Ada say in May 2026?', 1)).toContain('Ada: At the lake')
  })
})

it('finds a message by the question before it, and the newest one at once', async () => {
  const { sessions, close } = await sqlite(':memory:')
  const say = (role: 'user' | 'assistant', content: string): Message => ({ role, content })
  for (let n = 0; n < 200; n++) await sessions.append(scope, 's', [say('user', `The invoice ${n} is paid.`)])
  expect((await sessions.search(scope, { query: 'birthday' })).hits.length).toBe(0)
  await sessions.append(
    scope,
    's',
    turns.map(([, text]) => say('user', text)),
  )
  const found = (await sessions.search(scope, { query: 'birthday', limit: 2 })).hits
  expect(found.map(({ item }) => item.position).sort()).toEqual([200, 201])
  await close()
})
