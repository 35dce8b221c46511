import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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

  it('names what cannot be written', async () => {
    const root = await tempFolder({ file: '' })
    const { code, stderr } = await lamella(['init', join(root, 'file', 'agent')])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^error \[WORKSPACE_UNWRITABLE\]: '.+' cannot be written \(a part of the path is not a folder\)\./,
    )
  })
})
