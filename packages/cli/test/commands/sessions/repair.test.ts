import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lamella } from '../../support/lamella.ts'
import { fill, kinds, local, say, storeWithChat } from '../../support/stores.ts'

const fileOf = (store: string, id = 'chat'): string => join(store, `local/_/_/${id}.jsonl`)

/** Creates a folder whose session `chat` ends with an incomplete append, next to a good one. */
async function torn(): Promise<string> {
  const store = await storeWithChat('data')
  await fill(store, (sessions) => sessions.append(local, 'good', [say('Hello')]))
  const bytes = await readFile(fileOf(store))
  await writeFile(fileOf(store), Buffer.concat([bytes, Buffer.from('{"sum":"00000000","len":99')]))
  return store
}

/** Creates a folder whose session `chat` has lost the message at position 2. */
async function damaged(): Promise<string> {
  const store = await storeWithChat('data')
  const bytes = await readFile(fileOf(store))
  bytes[bytes.indexOf('weather')] = 0x57
  await writeFile(fileOf(store), bytes)
  return store
}

/** Creates a database whose word index is wrong. */
async function wrongIndex(): Promise<string> {
  const store = await storeWithChat('agent.db')
  // The driver is a dependency of the package for databases, so it is resolved from there.
  const require = createRequire(createRequire(import.meta.url).resolve('@lamella/provider-sqlite/package.json'))
  const db = new (require('better-sqlite3'))(store)
  db.exec('INSERT INTO indexed_texts VALUES (0, 9900000001, 1)')
  db.close()
  return store
}

describe('a folder whose only session cannot be read', () => {
  it.each(['verify', 'repair'])('is a problem for %s, which ends with 1', async (command) => {
    const store = await storeWithChat('data')
    await rm(fileOf(store))
    await mkdir(fileOf(store))
    const { code, stdout } = await lamella(['sessions', command, store])
    expect(code).toBe(1)
    expect(stdout).toMatch(/SESSION_FILE_UNREADABLE: .*chat/)
    expect(stdout).toMatch(command === 'verify' ? /0 sessions checked: 1 problem\./ : /Nothing else to repair\./)
  })
})

describe.each(kinds)('lamella sessions verify on %s', (kind) => {
  it('reports no problems', async () => {
    const store = await storeWithChat(kind)
    const all = await lamella(['sessions', 'verify', store])
    const what = kind === 'data' ? '1 session' : 'The whole database'
    expect(all).toEqual({ code: 0, stdout: `${what} checked: no problems found.\n`, stderr: '' })
    const one = await lamella(['sessions', 'verify', store, 'chat'])
    expect(one).toEqual({ ...all, stdout: '1 session checked: no problems found.\n' })
    expect(await lamella(['sessions', 'repair', store])).toEqual({ ...all, stdout: 'Nothing to repair.\n' })
  })

  it.each(['verify', 'repair'])('%s reports a missing session', async (command) => {
    const { code, stderr } = await lamella(['sessions', command, await storeWithChat(kind), 'chit'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[SESSION_MISSING\]/)
  })
})

describe('lamella sessions verify and repair', () => {
  it.each(['verify', 'repair'])('%s says whose sessions there are none of', async (command) => {
    const of = ['--tenant', 'acme', '--user', 'ada']
    expect(await lamella(['sessions', command, await storeWithChat('data'), ...of])).toEqual({
      code: 0,
      stdout: "No sessions of tenant 'acme', user 'ada': --tenant, --user and --agent select the owner.\n",
      stderr: '',
    })
  })

  it('move an incomplete append to another file, and report its path', async () => {
    const store = await torn()
    const found = await lamella(['sessions', 'verify', store])
    expect(found.code).toBe(1)
    expect(found.stdout).toMatch(/^SESSION_TAIL_TORN chat: The last 26 bytes .+\n2 sessions checked: 1 problem\.\n$/)
    const repaired = await lamella(['sessions', 'repair', store])
    expect(repaired.code).toBe(0)
    expect(repaired.stdout).toMatch(
      /^repaired: SESSION_TAIL_TORN chat: .+ They were moved to local\/_\/_\/chat\.torn\.\nEverything was repaired\.\n$/,
    )
    expect(await readFile(fileOf(store).replace(/jsonl$/, 'torn'), 'utf8')).toContain('{"sum":"00000000","len":99')
    expect((await lamella(['sessions', 'repair', store])).stdout).toBe('Nothing to repair.\n')
    expect(await lamella(['sessions', 'verify', store])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /Delete the file if you do not need it.*\n2 sessions checked: no problems found\.\n$/s,
      ),
    })
  })

  it('report permanent losses, and that the rest is still readable', async () => {
    const store = await damaged()
    const { code, stdout } = await lamella(['sessions', 'repair', store, 'chat'])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^cannot be repaired: SESSION_RECORD_DAMAGED chat: .+ the message at position 2 is lost\. .+\nEverything around the damage is still read.+restore a backup\.\n$/,
    )
    const shown = await lamella(['sessions', 'show', store, 'chat'])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/Hi!\n3 /)
    expect(shown.stderr).toMatch(/^SESSION_RECORD_DAMAGED: /)
  })

  it('continue after a session that cannot be read at all', async () => {
    const store = await torn()
    await writeFile(fileOf(store, 'alien'), await readFile(fileOf(store)))
    for (const command of ['verify', 'repair']) {
      const { code, stdout } = await lamella(['sessions', command, store])
      expect(code).toBe(1)
      expect(stdout).toMatch(/SESSION_DAMAGED alien: .+belongs to another session/)
      expect(stdout).toMatch(/SESSION_TAIL_TORN chat: /)
    }
    const gone = await lamella(['sessions', 'delete', store, 'alien'], { person: true, stdin: ['y\n'] })
    expect(gone.stderr).toMatch(/^Delete the unreadable session 'alien'/)
    expect(gone.code).toBe(0)
  })

  it('rebuild the index of a database', async () => {
    const store = await wrongIndex()
    const found = await lamella(['sessions', 'verify', store])
    expect(found.code).toBe(1)
    expect(found.stdout).toBe(
      'INDEX_INCONSISTENT: The index of messages has missing messages, or lacks some. Repair the database, or restore a backup.\n' +
        'The whole database checked: 1 problem.\n',
    )
    const { code, stdout } = await lamella(['sessions', 'repair', store])
    expect(code).toBe(0)
    expect(stdout).toBe(
      'repaired: INDEX_INCONSISTENT: The index of messages has missing messages, or lacks some.\nEverything was repaired.\n',
    )
    expect((await lamella(['sessions', 'verify', store])).code).toBe(0)
  })
})
