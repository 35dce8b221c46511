import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Host, hostNames, hosts } from '../../src/init/hosts.ts'
import { lamella } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

const files = [
  'AGENTS.md',
  'README.md',
  'SOUL.md',
  'memory/MEMORY.md',
  'sessions/first.jsonl',
  'skills/sowing/SKILL.md',
]

async function listed(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

describe('lamella init', () => {
  it('makes a workspace, and prints a command that works in it', async () => {
    const root = join(await tempFolder(), 'new', 'agent')
    const { code, stdout, stderr } = await lamella(['init', root])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(await listed(root)).toEqual(files)
    for (const file of files) expect(stdout).toContain(`added ${join(root, file)}\n`)
    const [, command = ''] = /\nNext:\n {2}lamella (.+)\n$/.exec(stdout) ?? []
    const argv = [...command.matchAll(/"([^"]+)"|(\S+)/g)].map(([, inQuotes, word]) => inQuotes ?? (word as string))
    const explained = await lamella(argv)
    expect(explained).toMatchObject({ code: 0, stderr: '' })
    for (const layer of ['system', 'bootstrap', 'memory', 'history', 'message']) {
      expect(explained.stdout).toMatch(new RegExp(`^${layer} +[1-9]`, 'm'))
    }
  })

  it('makes a conversation that `sessions list` names, although it is in no store', async () => {
    const root = join(await tempFolder(), 'agent')
    await lamella(['init', root])
    const { code, stdout } = await lamella(['sessions', 'list', root])
    expect(code).toBe(0)
    expect(stdout).toBe(
      `No sessions of tenant 'local'.\n${join(root, 'sessions', 'first.jsonl')} is a conversation in a file of its own: pass it with --session.\n`,
    )
  })

  it('prints a command that works for somebody who has no `lamella`, since npx ran it', async () => {
    const root = join(await tempFolder(), 'agent')
    const { stdout } = await lamella(['init', root], { env: { npm_command: 'exec' } })
    expect(stdout).toContain('\n  npx @lamella/cli explain ')
  })

  it('makes one in which doctor finds nothing wrong', async () => {
    const root = await tempFolder()
    await lamella(['init', root])
    const { code, stdout } = await lamella(['doctor', root, '--json'])
    expect({ code, problems: JSON.parse(stdout).problems }).toEqual({ code: 0, problems: 0 })
    expect(stdout).toMatch(/1 skill/)
    expect(stdout).toContain('first.jsonl: 2 messages')
  })

  it('sends no comment to the model', async () => {
    const root = await tempFolder()
    await lamella(['init', root])
    const { stdout } = await lamella(['build', root, '--message', 'Tomatoes?', '--window', '8k'])
    expect(stdout).toContain('Tomatoes grow under the south wall.')
    expect(stdout).not.toMatch(/<!--|That of the folder|This file is not sent/)
  })

  it('keeps what is there, and then writes nothing', async () => {
    const root = await tempFolder({ 'AGENTS.md': 'Mine.\n' })
    const { code, stdout, stderr } = await lamella(['init', root])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error \[WORKSPACE_EXISTS\]: '.+' already has AGENTS\.md; nothing was written\.\n {2}\S/)
    expect(await listed(root)).toEqual(['AGENTS.md'])
    expect(await readFile(join(root, 'AGENTS.md'), 'utf8')).toBe('Mine.\n')
  })

  it.skipIf(process.platform === 'win32')('does not write through a link', async () => {
    const [root, other] = [await tempFolder(), await tempFolder()]
    await mkdir(root, { recursive: true })
    await symlink(join(other, 'SOUL.md'), join(root, 'SOUL.md'))
    expect((await lamella(['init', root])).code).toBe(1)
    expect(await listed(other)).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('ends in a folder in which none can be made', async () => {
    const { code, stderr } = await lamella(['init', '/proc/lamella/agent'])
    expect(code).toBe(1)
    expect(stderr).toContain('WORKSPACE_UNWRITABLE')
  })

  it('names what cannot be written', async () => {
    const root = await tempFolder({ file: '' })
    const { code, stderr } = await lamella(['init', join(root, 'file', 'agent')])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^error \[WORKSPACE_UNWRITABLE\]: '.+' cannot be written \(a part of the path is not a folder\)\./,
    )
  })
})

describe('lamella init --host', () => {
  it.each(hostNames)(
    'makes a program for %s that answers without a key, and sends what is in the folder',
    async (name) => {
      // Inside of the package, so that the program finds the packages that it imports.
      const above = await mkdtemp(join(import.meta.dirname, '.init-'))
      onTestFinished(() => rm(above, { recursive: true }))
      const root = join(above, 'agent')
      const { code, stdout, stderr } = await lamella(['init', root, '--host', name])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/Next:\n {2}cd .+\n {2}npm install\n {2}npm test\n {2}npm start\n$/)
      const program = ['agent.mjs', 'agent.test.mjs', 'ask.mjs', 'main.mjs', 'package.json']
      expect(await listed(root)).toEqual([...files, ...program].sort())

      const { answer } = await import(join(root, 'agent.mjs'))
      const { standIn } = await import(join(root, 'ask.mjs'))
      const [session, sent]: [{ role: string; content: unknown }[], unknown[]] = [[], []]
      const send =
        name === 'ai-sdk' ? standIn((one: unknown) => sent.push(one)) : (one: unknown) => sent.push(one) && standIn
      const report = await answer(session, 'Do tomatoes like the wall?', send)
      expect(session.map(({ role }) => role)).toEqual(['user', 'assistant'])
      expect(JSON.stringify(session[1])).toContain('12 degrees')
      expect(sent).toHaveLength(1)
      const request = JSON.stringify(sent)
      for (const part of ['careful gardener', 'under the south wall', 'load_skill', 'sowing'])
        expect(request).toContain(part)
      expect(report.tokens.total).toBeGreaterThan(0)
      expect(request).toContain(name === 'ai-sdk' ? 'prompt' : hosts[name].model)
    },
  )

  it.each(hostNames)(
    'lists for %s all packages that the program imports, and asks the provider only with a key',
    async (name) => {
      const root = await tempFolder()
      await lamella(['init', root, '--host', name])
      const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
      const texts = await Promise.all(
        ['agent.mjs', 'ask.mjs', 'main.mjs'].map((file) => readFile(join(root, file), 'utf8')),
      )
      const imported = [...texts.join('').matchAll(/(?:from|import\() ?'((?:@[^'/.]+\/)?[^'/.]+)[^'.]*'/g)].map(
        ([, found]) => found,
      )
      expect([...new Set(imported)].sort()).toEqual(Object.keys(dependencies).sort())
      const { key }: Host = hosts[name]
      expect(texts[1]).toContain(`if (!process.env.${key}) return standIn`)
    },
  )

  it('makes one in which doctor finds nothing wrong', async () => {
    const root = await tempFolder()
    await lamella(['init', root, '--host', 'openai'])
    const { code, stdout } = await lamella(['doctor', root, '--json'])
    expect({ code, problems: JSON.parse(stdout).problems }).toEqual({ code: 0, problems: 0 })
  })

  it('lists the hosts when it gets another', async () => {
    const { code, stderr } = await lamella(['init', 'nowhere', '--host', 'opnai'])
    expect(code).not.toBe(0)
    for (const name of hostNames) expect(stderr).toContain(name)
  })
})
