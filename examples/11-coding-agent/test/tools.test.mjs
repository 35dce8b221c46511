// The tools read and write nothing outside of the project.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { projectTools } from '../src/tools.mjs'

const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))
after(() => rm(folder, { recursive: true }))
const [project, secret] = [await mkdtemp(join(folder, 'project-')), join(folder, 'secret.txt')]
await writeFile(secret, 'secret')
await writeFile(join(project, 'a.txt'), 'one two one')
await symlink(secret, join(project, 'link.txt'))
const call = (name, input) =>
  projectTools(project)
    .find((tool) => tool.name === name)
    .execute(input)

for (const path of ['../secret.txt', secret, 'link.txt', '.']) {
  test(`refuses ${path === secret ? 'an absolute path' : path}`, async () => {
    await assert.rejects(call('read_file', { path }), /outside of the project/)
    await assert.rejects(call('edit_file', { path, before: 'secret', after: '' }), /outside of the project/)
    assert.equal(await readFile(secret, 'utf8'), 'secret')
  })
}

test('replaces a text only if it occurs once', async () => {
  await assert.rejects(call('edit_file', { path: 'a.txt', before: 'one', after: '1' }), /occurs 2 times/)
  await assert.rejects(call('edit_file', { path: 'a.txt', before: 'three', after: '3' }), /occurs 0 times/)
  await call('edit_file', { path: 'a.txt', before: 'two', after: '2' })
  assert.equal(await call('read_file', { path: 'a.txt' }), 'one 2 one')
})
