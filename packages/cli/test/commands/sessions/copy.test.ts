import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withStore } from '../../../src/open-store.ts'
import { lamella } from '../../support/lamella.ts'
import { fill, kinds, local, say, storeWithChat, tempFolder } from '../../support/stores.ts'

const other = { data: 'agent.db', 'agent.db': 'data' } as const

describe.each(kinds)('lamella sessions copy from %s', (kind) => {
  it('copies all sessions of a scope, and can be run again', async () => {
    const from = await storeWithChat(kind)
    await fill(from, async (sessions) => {
      await sessions.append(local, '../x', [say('Hello')])
      await sessions.append({ tenant: 'acme' }, 'theirs', [say('Hello')])
    })
    const to = join(await tempFolder(), other[kind])
    const done = await lamella(['sessions', 'copy', from, to])
    expect(done).toEqual({ code: 0, stdout: "Copied 2 sessions of tenant 'local'.\n", stderr: '' })
    for (const id of ['chat', '../x']) {
      const [one, two] = await Promise.all([from, to].map((store) => lamella(['sessions', 'export', store, id])))
      expect(two).toEqual(one)
    }
    const again = await lamella(['sessions', 'copy', from, to])
    expect(again.stdout).toBe("Copied 0 sessions of tenant 'local'; 2 were already there.\n")
    expect((await lamella(['sessions', 'list', to, '--tenant', 'acme'])).stdout).toMatch(/^No sessions/)
  })

  it('copies the blobs of the sessions before them', async () => {
    const from = await storeWithChat(kind)
    const to = join(await tempFolder(), other[kind])
    const content = new TextEncoder().encode('a long result')
    const { id } = await withStore(from, ({ blobs }) => blobs.put(local, 'chat', content, { name: 'result' }))
    const { stdout } = await lamella(['sessions', 'copy', from, to])
    expect(stdout).toBe("Copied 1 session with 1 blob of tenant 'local'.\n")
    expect(await withStore(to, ({ blobs }) => blobs.read(local, 'chat', id))).toEqual(content)
    expect((await lamella(['sessions', 'delete', to, 'chat', '--yes'])).code).toBe(0)
    expect(await withStore(to, ({ blobs }) => blobs.info(local, 'chat', id))).toBeUndefined()
  })

  it('copies one session, and overwrites none', async () => {
    const from = await storeWithChat(kind)
    await fill(from, (sessions) => sessions.append(local, 'second', [say('Hello')]))
    const to = join(await tempFolder(), other[kind])
    expect((await lamella(['sessions', 'copy', from, to, 'second'])).stdout).toMatch(/^Copied 1 session of/)
    await fill(to, (sessions) => sessions.append(local, 'second', [say('More')]))
    const { code, stderr } = await lamella(['sessions', 'copy', from, to])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[SESSION_EXISTS\]/)
    expect((await lamella(['sessions', 'copy', from, to, 'third'])).stderr).toMatch(/^error \[SESSION_MISSING\]/)
  })
})
