import { cp, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixture, lamella } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

const beans = { name: 'beans', workspace: 'agent', session: 'chat.jsonl', message: 'Beans?', window: '8k' }

/** A folder with a workspace, a conversation and a config. */
async function project(...requests: readonly object[]): Promise<{ root: string; config: string }> {
  const config = JSON.stringify({ requests: requests.length > 0 ? requests : [beans] })
  const root = await tempFolder({ 'lamella.snapshots.json': config })
  await cp(fixture('agent'), join(root, 'agent'), { recursive: true })
  await cp(fixture('chat.jsonl'), join(root, 'chat.jsonl'))
  return { root, config: join(root, 'lamella.snapshots.json') }
}

describe('lamella snapshot', () => {
  it('writes what is missing, and then finds nothing', async () => {
    const { root, config } = await project(beans, { ...beans, name: 'tight', window: 150, reserve: '0', texts: true })
    const missing = await lamella(['snapshot', 'check', config])
    expect(missing).toMatchObject({ code: 1, stderr: '' })
    expect(missing.stdout).toMatch(
      /^beans: .+beans\.txt is missing\n\ntight: .+ is missing\n\n2 snapshots, 2 are missing\nWrite them with: /,
    )
    const updated = await lamella(['snapshot', 'update', config])
    expect(updated).toMatchObject({ code: 0, stderr: '' })
    expect(updated.stdout).toMatch(/^added .+beans\.txt\nadded .+tight\.txt\n2 snapshots, 2 written\n$/)
    const text = await readFile(join(root, 'snapshots', 'beans.txt'), 'utf8')
    expect(text).toMatch(/^\d+ of 8000 tokens: .+; reserve 2000, free \d+; /)
    expect(text).not.toContain('gardener')
    const tight = await readFile(join(root, 'snapshots', 'tight.txt'), 'utf8')
    expect(tight).toContain('| You are Kim, a careful gardener.')
    expect(tight).toMatch(/\nshortened or dropped\n/)
    expect(await lamella(['snapshot', 'check', config])).toEqual({
      code: 0,
      stdout: '2 snapshots, none differs\n',
      stderr: '',
    })
    expect((await lamella(['snapshot', 'update', config])).stdout).toBe('2 snapshots, 0 written\n')
  })

  it('names files by their path from the current folder, if they are in it', async () => {
    const { config } = await project()
    const folder = dirname(config)
    const here = process.cwd()
    onTestFinished(() => process.chdir(here))
    process.chdir(folder)
    const { stdout } = await lamella(['snapshot', 'update'])
    expect(stdout).toBe(`added ${join('snapshots', 'beans.txt')}\n1 snapshot, 1 written\n`)
    await writeFile(join(folder, 'agent', 'SOUL.md'), 'You are Kim, a gardener of roses.\n')
    expect((await lamella(['snapshot', 'check'])).stdout).toContain(
      `beans: ${join('snapshots', 'beans.txt')} differs\n`,
    )
  })

  it('takes the message - of a config as a text, whatever the input has', async () => {
    const { root, config } = await project({ ...beans, message: '-', texts: true })
    expect((await lamella(['snapshot', 'update', config], { stdin: ['From the input'] })).code).toBe(0)
    const text = await readFile(join(root, 'snapshots', 'beans.txt'), 'utf8')
    expect(text).toContain('"-"')
    expect(text).not.toContain('From the input')
  })

  it('prints what has changed, with exit code 1, until it is updated', async () => {
    const { root, config } = await project()
    await lamella(['snapshot', 'update', config])
    await writeFile(join(root, 'agent', 'SOUL.md'), 'You are Kim, a very careful gardener of old trees.\n')
    const { code, stdout } = await lamella(['snapshot', 'check', config])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^beans: .+beans\.txt differs\n@@ -1,\d+ \+1,\d+ @@\n-\d+ of 8000 .+\n\+\d+ of 8000 /)
    expect(stdout).toMatch(/\n- {4}soul {2}9\n/)
    expect(stdout).toMatch(/\n\+ {4}soul {2}1\d\n/)
    expect(stdout).toMatch(/\n1 snapshot, 1 differs\nAccept the changes with: lamella snapshot update .+\n$/)
    await lamella(['snapshot', 'update', config])
    expect((await lamella(['snapshot', 'check', config])).code).toBe(0)
  })

  it('does not mind the clock and the line ends that Git writes', async () => {
    const { root, config } = await project()
    await lamella(['snapshot', 'update', config])
    const file = join(root, 'snapshots', 'beans.txt')
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
    expect((await lamella(['snapshot', 'check', config])).code).toBe(0)
  })

  it.each([
    ['not JSON', '{', /is not JSON/],
    ['no requests', '{"requests":[]}', /has no list/],
    ['a misspelled key', { ...beans, mesage: 'x' }, /requests\[0\] has the unknown key `mesage`/],
    ['a wrong value', { ...beans, window: 'much' }, /requests\[0\] is invalid: option '-w, --window/],
    ['a value of another type', { ...beans, window: { a: 1 } }, /has a `window` that is neither/],
    ['a name that is a path', { ...beans, name: '../x' }, /needs a `name`/],
    ['no workspace', { name: 'x' }, /needs a `workspace`/],
  ])('rejects a config with %s as an invalid command line', async (_, content, problem) => {
    const { root, config } = await project()
    await writeFile(config, typeof content === 'string' ? content : JSON.stringify({ requests: [content] }))
    const { code, stdout, stderr } = await lamella(['snapshot', 'check', join(root, 'lamella.snapshots.json')])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error \[SNAPSHOTS_INVALID\]: /)
    expect(stderr).toMatch(problem)
  })

  it('rejects two requests with one snapshot, and a config that is not there', async () => {
    const { root, config } = await project(beans, beans)
    expect((await lamella(['snapshot', 'check', config])).stderr).toMatch(/requests\[1\] has the snapshot of another/)
    const missing = await lamella(['snapshot', 'check', join(root, 'none.json')])
    expect(missing.code).toBe(1)
    expect(missing.stderr).toMatch(/^error \[SNAPSHOTS_UNREADABLE\]: .+\(it does not exist\)/)
  })

  it('passes text that begins with a hyphen as it is', async () => {
    const { root, config } = await project({ ...beans, message: '--help', texts: true })
    await lamella(['snapshot', 'update', config])
    expect(await readFile(join(root, 'snapshots', 'beans.txt'), 'utf8')).toContain('{"content":"--help","role":"user"}')
  })

  it('names a snapshot that cannot be read or written', async () => {
    const { config } = await project({ ...beans, snapshot: 'agent' })
    const { code, stderr } = await lamella(['snapshot', 'check', config])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[SNAPSHOT_UNREADABLE\]: .+\(it is a folder\)/)
    const nested = await project({ ...beans, snapshot: 'chat.jsonl/beans.txt' })
    expect((await lamella(['snapshot', 'update', nested.config])).stderr).toMatch(
      /^error \[SNAPSHOT_UN(READ|WRIT)ABLE\]/,
    )
  })
})
