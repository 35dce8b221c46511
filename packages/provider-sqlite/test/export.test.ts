import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { tempFolder } from './helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

describe('export', () => {
  it('ends with SESSION_MISSING if the session is deleted meanwhile, even if another session then gets its number', async () => {
    const { sessions, close } = await sqlite(join(tempFolder(), 'a.db'))
    const messages = Array.from({ length: 1_200 }, (_, index) => say(`${index}`))
    await sessions.append(scope, 's', messages)
    const read = async (): Promise<void> => {
      let count = 0
      for await (const line of sessions.transfer.export(scope, 's')) {
        expect(line).not.toContain('of another')
        if (++count !== 100) continue
        await sessions.delete(scope, 's')
        await sessions.append(
          { tenant: 'other' },
          's',
          messages.map(() => say('of another')),
        )
      }
    }
    await expect(read()).rejects.toMatchObject({ code: 'SESSION_MISSING' })
    await close()
  })

  it('exports no part of a session with a damaged or missing message', async () => {
    for (const change of [
      "UPDATE messages SET json = substr(json, 1, 5) WHERE json LIKE '%700%'",
      `UPDATE messages SET json = json || ' ' WHERE json LIKE '%700%'`,
      "DELETE FROM messages WHERE json LIKE '%700%'",
      "UPDATE messages SET json = '{}' WHERE json LIKE '%700%'",
    ]) {
      const path = join(tempFolder(), 'a.db')
      const { sessions, close } = await sqlite(path)
      await sessions.append(
        scope,
        's',
        Array.from({ length: 1_200 }, (_, index) => say(`${index}`)),
      )
      const db = new Database(path)
      db.exec(change)
      db.close()
      await expect(linesOf(sessions.transfer.export(scope, 's'))).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
      await close()
    }
  })
})

describe('import', () => {
  it('creates a searchable session, and leaves nothing of a rejected one', async () => {
    const [one, two] = await Promise.all(['a.db', 'b.db'].map((name) => sqlite(join(tempFolder(), name))))
    if (!one || !two) throw new Error('no stores')
    await one.sessions.append(scope, 's', [say('The launch was moved.'), say('Hello')])
    const lines = await linesOf(one.sessions.transfer.export(scope, 's'))
    await expect(two.sessions.transfer.import(scope, lines.slice(0, -1))).rejects.toMatchObject({
      code: 'IMPORT_INVALID',
    })
    expect((await two.sessions.search(scope, { query: 'launch' })).hits).toEqual([])
    expect(await two.check()).toEqual([])
    await two.sessions.transfer.import(scope, lines)
    expect((await two.sessions.search(scope, { query: 'launch', limit: 1 })).hits.length).toBe(1)
    expect(await two.check()).toEqual([])
    await Promise.all([one.close(), two.close()])
  })
})
