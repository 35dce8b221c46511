import { describe, expect, it } from 'vitest'
import { withStore } from '../../../src/open-store.ts'
import { lamella } from '../../support/lamella.ts'
import { fill, kinds, local, say, storeWithChat } from '../../support/stores.ts'

const isThere = async (store: string, id: string): Promise<boolean> =>
  (await lamella(['sessions', 'show', store, id])).code === 0

describe.each(kinds)('lamella sessions delete on %s', (kind) => {
  it('deletes a session with --yes', async () => {
    const store = await storeWithChat(kind)
    const { code, stdout } = await lamella(['sessions', 'delete', store, 'chat', '--yes'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Deleted 1 session of tenant 'local'.\n" })
    expect(await isThere(store, 'chat')).toBe(false)
    const again = await lamella(['sessions', 'delete', store, 'chat', '--yes'])
    expect(again.stderr).toMatch(/^error \[SESSION_MISSING\]/)
  })

  it.each(['y\n', 'YES\r\n', ' y '])('deletes a session when the answer is %j', async (answer) => {
    const store = await storeWithChat(kind)
    const { code, stderr } = await lamella(['sessions', 'delete', store, 'chat'], { person: true, stdin: [answer] })
    expect(code).toBe(0)
    expect(stderr).toBe("Delete session 'chat' with 6 messages of tenant 'local'? This cannot be undone. [y/N] ")
    expect(await isThere(store, 'chat')).toBe(false)
  })

  it.each(['\n', 'n\n', 'yeah, well\n', ''])('deletes nothing when the answer is %j', async (answer) => {
    const store = await storeWithChat(kind)
    const { code, stderr } = await lamella(['sessions', 'delete', store, 'chat'], { person: true, stdin: [answer] })
    expect(code).toBe(1)
    expect(stderr).toMatch(/error \[NOT_CONFIRMED\]: Nothing was deleted\./)
    expect(await isThere(store, 'chat')).toBe(true)
  })

  it('deletes nothing without a terminal, whatever standard input contains', async () => {
    const store = await storeWithChat(kind)
    for (const what of ['chat', '--all']) {
      const { code, stderr } = await lamella(['sessions', 'delete', store, what], { stdin: ['y\n'] })
      expect(code).toBe(1)
      expect(stderr).toMatch(/error \[NOT_CONFIRMED\].+\n {2}Pass --yes/)
    }
    expect(await isThere(store, 'chat')).toBe(true)
  })

  it('deletes the blobs of all sessions with them', async () => {
    const store = await storeWithChat(kind)
    const content = new TextEncoder().encode('a long result')
    const put = (session: string) => withStore(store, ({ blobs }) => blobs.put(local, session, content))
    const [{ id }] = [await put('chat'), await put('left behind')]
    expect((await lamella(['sessions', 'delete', store, '--all', '--yes'])).code).toBe(0)
    for (const session of ['chat', 'left behind'])
      expect(await withStore(store, ({ blobs }) => blobs.info(local, session, id))).toBeUndefined()
  })

  it('deletes all sessions of a tenant, or of one of its users', async () => {
    const store = await storeWithChat(kind)
    await fill(store, async (sessions) => {
      for (const id of ['one', 'two']) await sessions.append({ tenant: 'local', user: 'ada' }, id, [say('Hello')])
      await sessions.append({ tenant: 'acme' }, 'theirs', [say('Hello')])
    })
    const hers = await lamella(['sessions', 'delete', store, '--all', '--user', 'ada', '--yes'])
    expect(hers.stdout).toBe("Deleted 2 sessions of tenant 'local', user 'ada'.\n")
    expect(await isThere(store, 'chat')).toBe(true)
    await fill(store, (sessions) => sessions.append({ tenant: 'local', user: 'bob' }, 'his', [say('Hello')]))
    const all = await lamella(['sessions', 'delete', store, '--all', '--yes'])
    expect(all.stdout).toBe("Deleted 2 sessions of tenant 'local'.\n")
    await fill(store, async (sessions) => {
      expect(await sessions.info({ tenant: 'acme' }, 'theirs')).toMatchObject({ id: 'theirs', length: 1 })
      expect(await sessions.info(local, 'chat')).toBeUndefined()
    })
  })

  it.each([[[]], [['chat', '--all']]])('requires either a session or --all, and exits with 2: %j', async (what) => {
    const store = await storeWithChat(kind)
    const { code, stderr } = await lamella(['sessions', 'delete', store, ...what, '--yes'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/pass either a session or '--all'/)
    expect(await isThere(store, 'chat')).toBe(true)
  })
})
