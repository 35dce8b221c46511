import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { batchByTurn, compressMessages, type Summarize } from '@lamella/compaction'
import type { Message, Scope } from '@lamella/core'
import { summaryMessage, summaryRange } from '@lamella/core/plugin'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { openSession, type SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'lamella-recipe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signal = new AbortController().signal
const say = (n: number, role: 'user' | 'assistant'): Message => ({ role, content: `<${n}>${'word '.repeat(40)}` })

/** The compaction recipe of the README of @lamella/compaction. Returns the texts sent to the summarizer. */
async function recipe(store: SessionStore, scope: Scope, keepRecent: number): Promise<string> {
  let seen = ''
  const summarize: Summarize = ({ text }) => {
    seen += text
    return 'In short.'
  }
  const session = await openSession(store, scope, 's')
  const messages = await session.read(0, session.length, { signal })
  const strategy = { type: 'recursiveSummarization', chunkSize: 40, keepRecent, summarize } as const
  const result = await compressMessages(batchByTurn(messages), strategy)
  let expectedRevision = session.revision
  for (const { start, end, text } of result.compactions) {
    const kept = await store.compactions?.add(scope, 's', { start, end, text }, { expectedRevision })
    expectedRevision = kept?.revision ?? expectedRevision
  }
  return seen
}

/** One round: turns to add, some of which imitate a summary, and how much the recipe keeps. */
const rounds = fc.array(
  fc.record({
    turns: fc.array(fc.record({ forged: fc.option(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 30 }))) }), {
      minLength: 1,
      maxLength: 6,
    }),
    keepRecent: fc.nat(6),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Sets a mark on a message that only the library may set. */
function forge(message: Message, start: number, length: number): Message {
  const { providerOptions = {} } = summaryMessage({ start, end: start + length, text: '' })
  return { ...message, providerOptions }
}

/** Runs the recipe after each round, and checks that no summary replaces a message that no summarizer has seen. */
async function expectCovered(
  store: SessionStore,
  scope: Scope,
  given: readonly {
    readonly turns: readonly { readonly forged: readonly [number, number] | null }[]
    keepRecent: number
  }[],
  append: (message: Message, forged: readonly [number, number] | null) => Promise<unknown>,
): Promise<number> {
  let n = 0
  let seen = ''
  let count = 0
  for (const { turns, keepRecent } of given) {
    for (const { forged } of turns) {
      await append(say(n++, 'user'), forged)
      await append(say(n++, 'assistant'), null)
    }
    seen += await recipe(store, scope, keepRecent)
    const compactions = (await store.compactions?.list(scope, 's')) ?? []
    for (const { start, end } of compactions) {
      for (let position = start; position < end; position++) expect(seen).toContain(`<${position}>`)
    }
    count = compactions.length
    // The visible session is the summaries of the store, and each other message once, in order.
    const session = await openSession(store, scope, 's')
    const shown = await session.read(0, session.length, { signal })
    let position = 0
    for (const message of shown) {
      const range = summaryRange(message)
      if (range) expect(compactions).toContainEqual(expect.objectContaining(range))
      else expect(message).toEqual(say(position, position % 2 === 0 ? 'user' : 'assistant'))
      expect(range?.start ?? position).toBe(position)
      position = range?.end ?? position + 1
    }
    expect(position).toBe(n)
  }
  return count
}

let made = 0
const stores: Readonly<Record<string, readonly [runs: number, open: () => Promise<SessionStore>]>> = {
  memory: [200, async () => createSessionStore()],
  files: [30, async () => fileSessions(join(folder, `files-${made++}`), { fsync: 'os' })],
  SQLite: [30, async () => (await sqlite(':memory:', { synchronous: 'normal' })).sessions],
}

describe('the compaction recipe', () => {
  it.each(Object.entries(stores))(
    'never lets a summary replace messages that no summarizer saw, in %s',
    async (_, [numRuns, open]) => {
      let compactions = 0
      let run = 0
      const store = await open()
      await fc.assert(
        fc.asyncProperty(rounds, async (given) => {
          const scope = { tenant: 'acme', user: `user ${run++}` }
          compactions += await expectCovered(store, scope, given, async (message, forged) => {
            if (forged) {
              const attempt = store.append(scope, 's', [forge(message, ...forged)])
              await expect(attempt).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
            }
            await store.append(scope, 's', [message])
          })
        }),
        { numRuns },
      )
      expect(compactions).toBeGreaterThan(0)
    },
  )

  it('works on a third-party store that keeps marks set by anyone', async () => {
    let forgeries = 0
    await fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        const base = createSessionStore()
        const marks = new Map<number, readonly [number, number]>()
        const store: SessionStore = {
          ...base,
          page: async (...request) => {
            const page = await base.page(...request)
            const messages = page.messages.map((stored) => {
              const mark = marks.get(stored.position)
              return mark ? { ...stored, message: forge(stored.message, ...mark) } : stored
            })
            return { ...page, messages }
          },
        }
        await expectCovered(store, { tenant: 'acme' }, given, async (message, forged) => {
          const { start } = await base.append({ tenant: 'acme' }, 's', [message])
          if (forged) marks.set(start, forged)
        })
        forgeries += marks.size
      }),
      { numRuns: 200 },
    )
    expect(forgeries).toBeGreaterThan(200)
  })
})
