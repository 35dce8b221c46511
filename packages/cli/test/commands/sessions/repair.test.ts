import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lamella } from '../../support/lamella.ts'
import { fill, kinds, local, say, storeWithChat } from '../../support/stores.ts'

const fileOf = (store: string, id = 'chat'): string => join(store, `local/_/_/${id}.jsonl`)

/** A folder whose session `chat` ends in the middle of an append, beside a good one. */
async function torn(): Promise<string> {
  const store = await storeWithChat('data')
  await fill(store, (sessions) => sessions.append(local, 'good', [say('Hello')]))
  const bytes = await readFile(fileOf(store))
  await writeFile(fileOf(store), Buffer.concat([bytes, Buffer.from('{"sum":"00000000","len":99')]))
  return store
}

/** A folder whose session `chat` has lost the message at position 2. */
async function damaged(): Promise<string> {
  const store = await storeWithChat('data')
  const bytes = await readFile(fileOf(store))
  bytes[bytes.indexOf('weather')] = 0x57
  await writeFile(fileOf(store), bytes)
  return store
}

/** A database whose index of words and counts are wrong. */
async function wrongIndex(): Promise<string> {
  const store = await storeWithChat('agent.db')
  // The driver is a dependency of the package for databases, so it is looked for from there.
  const require = createRequire(createRequire(import.meta.url).resolve('@lamella/provider-sqlite/package.json'))
  const db = new (require('better-sqlite3'))(store)
  db.exec('UPDATE owners SET message_count = 77')
  db.close()
  return store
}

describe.each(kinds)('lamella sessions verify on %s', (kind) => {
  it('says that nothing is wrong', async () => {
    const store = await storeWithChat(kind)
    const all = await lamella(['sessions', 'verify', store])
    const what = kind === 'data' ? '1 session' : 'The whole database'
    expect(all).toEqual({ code: 0, stdout: `${what} looked at: nothing is wrong.\n`, stderr: '' })
    const one = await lamella(['sessions', 'verify', store, 'chat'])
    expect(one).toEqual({ ...all, stdout: '1 session looked at: nothing is wrong.\n' })
    expect(await lamella(['sessions', 'repair', store])).toEqual({ ...all, stdout: 'Nothing is wrong.\n' })
  })

  it.each(['verify', 'repair'])('%s says that there is no such session', async (command) => {
    const { code, stderr } = await lamella(['sessions', command, await storeWithChat(kind), 'chit'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[SESSION_MISSING\]/)
  })
})

describe('lamella sessions verify and repair', () => {
  it('move what was never finished aside, and say where it went', async () => {
    const store = await torn()
    const found = await lamella(['sessions', 'verify', store])
    expect(found.code).toBe(1)
    expect(found.stdout).toMatch(/^SESSION_TAIL_TORN chat: The last 26 bytes .+\n2 sessions looked at: 1 problem\.\n$/)
    const repaired = await lamella(['sessions', 'repair', store])
    expect(repaired.code).toBe(0)
    expect(repaired.stdout).toMatch(
      /^put right: SESSION_TAIL_TORN chat: .+ They were moved to local\/_\/_\/chat\.torn\.\nNothing is wrong any more\.\n$/,
    )
    expect(await readFile(fileOf(store).replace(/jsonl$/, 'torn'), 'utf8')).toContain('{"sum":"00000000","len":99')
    expect((await lamella(['sessions', 'repair', store])).stdout).toBe('Nothing is wrong.\n')
    expect((await lamella(['sessions', 'verify', store])).stdout).toMatch(/Delete the file if nobody needs them/)
  })

  it('say what is lost for good, and that the rest is still read', async () => {
    const store = await damaged()
    const { code, stdout } = await lamella(['sessions', 'repair', store, 'chat'])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^cannot be put right: SESSION_RECORD_DAMAGED chat: .+ the message at position 2 is lost\. .+\nEverything around it is still read.+restore a backup\.\n$/,
    )
    const shown = await lamella(['sessions', 'show', store, 'chat'])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/Hi!\n3 /)
    expect(shown.stderr).toMatch(/^SESSION_RECORD_DAMAGED: /)
  })

  it('go on behind a session that cannot be read at all', async () => {
    const store = await torn()
    await writeFile(fileOf(store, 'alien'), await readFile(fileOf(store)))
    for (const command of ['verify', 'repair']) {
      const { code, stdout } = await lamella(['sessions', command, store])
      expect(code).toBe(1)
      expect(stdout).toMatch(/SESSION_DAMAGED alien: .+is of another session/)
      expect(stdout).toMatch(/SESSION_TAIL_TORN chat: /)
    }
    const gone = await lamella(['sessions', 'delete', store, 'alien'], { person: true, stdin: ['y\n'] })
    expect(gone.stderr).toMatch(/^Delete the damaged session 'alien'/)
    expect(gone.code).toBe(0)
  })

  it('make the index of a database anew', async () => {
    const store = await wrongIndex()
    const found = await lamella(['sessions', 'verify', store])
    expect(found.code).toBe(1)
    expect(found.stdout).toBe(
      'INDEX_INCONSISTENT: The counts of an owner are wrong.\nThe whole database looked at: 1 problem.\n',
    )
    const { code, stdout } = await lamella(['sessions', 'repair', store])
    expect(code).toBe(0)
    expect(stdout).toBe(
      'put right: INDEX_INCONSISTENT: The counts of an owner are wrong.\nNothing is wrong any more.\n',
    )
    expect((await lamella(['sessions', 'verify', store])).code).toBe(0)
  })
})
