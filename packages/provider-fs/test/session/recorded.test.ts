import { readFile } from 'node:fs/promises'
import type { Message, Session } from '@lamella/core'
import { fileSessions, readSession } from '@lamella/provider-fs'
import { openSession } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { request } from '../helpers/request.ts'

const scope = { tenant: 'acme' }
const own = 'data/acme/_/_/chat.jsonl'

const all = async (session: Session): Promise<readonly Message[]> => session.read(0, session.length, request)

interface Recorded {
  readonly length: number
  readonly compactions: readonly { readonly start: number; readonly end: number }[]
}

/** Creates a store's session, and an export of it. */
async function record({ length, compactions }: Recorded): Promise<{
  readonly files: readonly [kept: string, exported: string]
  readonly opened: readonly Message[]
}> {
  const folder = await tempFolder()
  const sessions = fileSessions(folder.at('data'), { fsync: 'os' })
  const messages = Array.from({ length }, (_, i): Message => {
    return i % 2 === 0 ? { role: 'user', content: `question ${i}` } : { role: 'assistant', content: `answer ${i}` }
  })
  await sessions.append(scope, 'chat', messages)
  for (const [i, range] of compactions.entries()) {
    await sessions.compactions.add(scope, 'chat', { ...range, text: `summary ${i}` })
  }
  const lines: string[] = []
  for await (const line of sessions.transfer.export(scope, 'chat')) lines.push(line)
  const opened = await all(await openSession(sessions, scope, 'chat'))
  await sessions.close()
  return { files: [folder.at(own), await folder.write('chat.jsonl', `${lines.join('\n')}\n`)], opened }
}

describe("reading a store's output", () => {
  it("shows what openSession shows, from the store's file and from an export", async () => {
    const range = fc.tuple(fc.nat(11), fc.nat(11)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) + 1 }))
    const recorded = fc.record({ length: fc.constant(12), compactions: fc.array(range, { maxLength: 4 }) })
    await fc.assert(
      fc.asyncProperty(recorded, async (value) => {
        const { files, opened } = await record(value)
        for (const file of files) {
          const session = await readSession(file)
          expect(await all(session)).toEqual(opened)
          expect(session.notices).toEqual([])
        }
      }),
      { numRuns: 30 },
    )
  })

  it('reports the sizes before its messages, which never decrease', async () => {
    const { files } = await record({ length: 9, compactions: [{ start: 2, end: 6 }] })
    for (const file of files) {
      const session = await readSession(file)
      const sizes = Array.from({ length: session.length + 1 }, (_, i) => session.sizeBefore?.(i) ?? -1)
      expect(session.length).toBe(6)
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
      expect(new Set(sizes).size).toBe(sizes.length)
    }
  })

  it('shows every message when compactions are ignored', async () => {
    const { files } = await record({ length: 4, compactions: [{ start: 0, end: 2 }] })
    for (const file of files) {
      const messages = await all(await readSession(file, { compactions: 'ignore' }))
      expect(messages.map(({ content }) => content)).toEqual(['question 0', 'answer 1', 'question 2', 'answer 3'])
    }
  })

  it('keeps a summary in its place when an adjacent message is damaged', async () => {
    const folder = await tempFolder()
    const { files } = await record({ length: 6, compactions: [{ start: 0, end: 2 }] })
    const text = await readFile(files[0], 'utf8')
    const file = await folder.write('damaged.jsonl', text.replace('answer 3', 'answer X'))
    const session = await readSession(file)
    const messages = await all(session)
    expect(messages.map(({ content }) => content)).toEqual([
      expect.stringContaining('summary 0'),
      'question 2',
      'question 4',
      'answer 5',
    ])
    expect(session.notices).toMatchObject([{ code: 'SESSION_LINE_BROKEN', from: 'damaged.jsonl:5' }])
  })

  it('rejects an incomplete export', async () => {
    const folder = await tempFolder()
    const { files } = await record({ length: 3, compactions: [] })
    const lines = (await readFile(files[1], 'utf8')).split('\n')
    const half = await folder.write('half.jsonl', lines.slice(0, 3).join('\n'))
    await expect(readSession(half)).rejects.toMatchObject({ code: 'IMPORT_INVALID' })
  })
})
