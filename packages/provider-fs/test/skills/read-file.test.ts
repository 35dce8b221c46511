import { mkdir, symlink } from 'node:fs/promises'
import { createFileReader, skillFolder } from '@lamella/provider-fs'
import { expect, it } from 'vitest'
import { type Folder, tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

const secret = 'SENTINEL'

async function agent(): Promise<Folder> {
  const folder = await tempFolder({
    'agent/skills/tax/SKILL.md': '---\nname: tax\ndescription: Fills in forms.\n---\nTake form 12.',
    'agent/skills/tax/references/rates.md': 'rates',
    'agent/skills/tax/.env': secret,
    'agent/skills/tax/node_modules/x.js': secret,
    'agent/skills/other/SKILL.md': `---\nname: other\ndescription: x\ndisable-model-invocation: true\n---\n${secret}`,
    'agent/MEMORY.md': secret,
    'outside.md': secret,
  })
  await symlink('../../../outside.md', folder.at('agent/skills/tax/out.md'))
  await symlink('../../MEMORY.md', folder.at('agent/skills/tax/memory.md'))
  await symlink('../..', folder.at('agent/skills/tax/up'))
  await symlink('.env', folder.at('agent/skills/tax/visible.md'))
  await symlink('references/rates.md', folder.at('agent/skills/tax/same.md'))
  await mkdir(folder.at('agent/skills/tax/folder'))
  return folder
}

it("reads a skill's files, as much as is asked for", async () => {
  const skills = skillFolder(createFileReader((await agent()).at('agent')))
  const read = async (path: string, maxBytes?: number) => {
    const file = await skills.readFile(scope, 'tax', path, { ...request, ...(maxBytes !== undefined && { maxBytes }) })
    return file && [new TextDecoder().decode(file.bytes), file.size]
  }
  expect(await read('references/rates.md')).toEqual(['rates', 5])
  expect(await read('references/rates.md', 2)).toEqual(['ra', 5])
  expect(await read('same.md')).toEqual(['rates', 5])
  expect((await read('SKILL.md'))?.[0]).toContain('name: tax')
})

it.each([
  ...[
    '',
    '.',
    '..',
    '/',
    'folder',
    'missing.md',
    '../other/SKILL.md',
    '../../MEMORY.md',
    '/etc/passwd',
    'C:\\x',
    'a:b',
  ],
  ...[
    'references/../../../MEMORY.md',
    'references//rates.md',
    './SKILL.md',
    '..\\..\\MEMORY.md',
    '%2e%2e/x',
    'SKILL.md\0',
  ],
  ...['.env', 'node_modules/x.js', 'out.md', 'memory.md', 'up/MEMORY.md', 'up/../up/MEMORY.md', 'visible.md'],
  ...['SKILL.md/x', 'x'.repeat(10_000), '__proto__'],
])('does not read %j', async (path) => {
  const skills = skillFolder(createFileReader((await agent()).at('agent')))
  expect(await skills.readFile(scope, 'tax', path, request)).toBeUndefined()
})

it('does not load skills that are hidden from the model, nor their files', async () => {
  const skills = skillFolder(createFileReader((await agent()).at('agent')))
  expect(await skills.load(scope, 'other', request)).toBeUndefined()
  expect(await skills.readFile(scope, 'other', 'SKILL.md', request)).toBeUndefined()
  expect(await skills.load(scope, 'tax', request)).toMatchObject({
    body: 'Take form 12.',
    resources: ['references/rates.md'],
  })
})
