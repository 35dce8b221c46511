import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lamella } from '../../support/lamella.ts'
import { fill, kinds, local, say, storeWithChat, tempFolder } from '../../support/stores.ts'

const hostile = [
  '../x',
  'a\u001b[2Jb',
  '🌱 seed',
  '\u202etxt.exe',
  '__proto__',
  '-n',
  "it's",
  'x'.repeat(300),
  'two\nlines',
]

const whose = ': --tenant, --user and --agent select the owner.\n'

describe('lamella sessions list on a damaged folder', () => {
  it('reports an unreadable session, and lists the others', async () => {
    const store = await storeWithChat('data')
    const [owner] = (await readdir(store, { recursive: true })).filter((name) => name.endsWith('chat.jsonl'))
    await mkdir(join(store, (owner as string).replace('chat.jsonl', 'broken.jsonl')))
    const { code, stdout, stderr } = await lamella(['sessions', 'list', store])
    expect(code).toBe(0)
    expect(stdout).toMatch(/\nchat /)
    expect(stderr).toMatch(/^lamella: .*broken/)
  })
})

describe.each(kinds)('lamella sessions list on %s', (kind) => {
  it('prints one line per session, with its details', async () => {
    const store = await storeWithChat(kind)
    await fill(store, (sessions) => sessions.transfer.fork(local, 'chat', 'other', 2))
    const { code, stdout, stderr } = await lamella(['sessions', 'list', store])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [head, chat, other, ...rest] = stdout.split('\n')
    expect(head).toMatch(/^id +messages +size +revision +last change \(UTC\) +forked from$/)
    expect(chat).toMatch(/^chat +6 +\d+ +4 +2026-03-13 08:00$/)
    expect(other).toMatch(/^other +2 +\d+ +1 +- +chat at 2$/)
    expect(rest).toEqual([''])
  })

  it('prints the same as JSON', async () => {
    const { stdout } = await lamella(['sessions', 'list', await storeWithChat(kind), '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ id: 'chat', length: 6, revision: 4 }], more: false })
  })

  it('respects --limit, says if there are more, and continues after an id', async () => {
    const store = join(await tempFolder(), kind)
    await fill(store, async (sessions) => {
      for (const id of ['a', 'b', 'c']) await sessions.append(local, id, [say('Hello')])
    })
    const first = await lamella(['sessions', 'list', store, '--limit', '2'])
    expect(first.stdout).toMatch(/\nb .*\nThere are more: --after 'b' /)
    const second = await lamella(['sessions', 'list', store, '--limit', '2', '--after', 'b'])
    expect(second.stdout).toMatch(/\nc /)
    expect(second.stdout).not.toMatch(/There are more|\nb /)
    expect((await lamella(['sessions', 'list', store, '--after', 'c'])).stdout).toMatch(/^No sessions .* after that id/)
  })

  it('lists only sessions of exactly the given scope', async () => {
    const store = await storeWithChat(kind)
    await fill(store, (sessions) => sessions.append({ tenant: 'acme', user: 'ada' }, 'hers', [say('Hello')]))
    const list = async (...options: readonly string[]): Promise<string> =>
      (await lamella(['sessions', 'list', store, ...options])).stdout
    expect(await list('--tenant', 'acme', '--user', 'ada')).toMatch(/\nhers /)
    expect(await list('--tenant', 'acme')).toBe(`No sessions of tenant 'acme'${whose}`)
    expect(await list('--user', 'a\u001bb', '--agent', 'x')).toBe(
      `No sessions of tenant 'local', user 'a b', agent 'x'${whose}`,
    )
  })

  it('prints any id safely, and finds it again', async () => {
    const store = join(await tempFolder(), kind)
    await fill(store, async (sessions) => {
      for (const id of hostile) await sessions.append(local, id, [say(id)])
    })
    const { stdout } = await lamella(['sessions', 'list', store])
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(stdout.split('\n')).toHaveLength(hostile.length + 2)
    const { sessions } = JSON.parse((await lamella(['sessions', 'list', store, '--json'])).stdout)
    expect(sessions.map(({ id }: { id: string }) => id)).toEqual([...hostile].sort())
    for (const id of hostile) {
      const shown = await lamella(['sessions', 'show', store, '--json', '--', id])
      expect(JSON.parse(shown.stdout).messages).toMatchObject([{ position: 0, message: { content: id } }])
    }
  })

  it('changes nothing', async () => {
    const store = await storeWithChat(kind)
    const before = await readdir(join(store, '..'), { recursive: true })
    await lamella(['sessions', 'list', store])
    expect(await readdir(join(store, '..'), { recursive: true })).toEqual(before)
  })
})

describe('lamella sessions list', () => {
  it('rejects a limit of 0, and exits with 2', async () => {
    const { code, stderr } = await lamella(['sessions', 'list', '.', '--limit', '0'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/whole number, 1 or more/)
  })
})
