import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fixture } from './support/lamella.ts'
import { tempFolder } from './support/stores.ts'

const bin = fileURLToPath(new URL('../dist/main.js', import.meta.url))

it('the built program prints a request, reads standard input and exits successfully', ({ task, skip }) => {
  // Sources are tested without a build; an old build may exist.
  if (!task.file.projectName?.endsWith(':dist')) skip()
  const argv = [bin, 'build', fixture('agent'), '--window', '8k', '--message', '-']
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { input: 'Hello\n', encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout).messages.at(-1)).toEqual({ role: 'user', content: 'Hello' })
})

it('the built program says that its folder has been deleted', async ({ task, skip }) => {
  if (!task.file.projectName?.endsWith(':dist') || process.platform === 'win32') skip()
  const argv = ['-c', 'rmdir "$PWD" && exec "$0" "$@"', process.execPath, bin, 'explain', '.']
  const { status, stderr } = spawnSync('sh', argv, { cwd: await tempFolder(), encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^error \[CURRENT_FOLDER_MISSING\]: The current folder no longer exists\.\n/)
})

it('the built program says in one line that its output cannot be written', ({ task, skip }) => {
  if (!task.file.projectName?.endsWith(':dist') || !existsSync('/dev/full')) skip()
  const full = openSync('/dev/full', 'w')
  const argv = [bin, 'build', fixture('agent'), '--window', '8k']
  const { status, stderr } = spawnSync(process.execPath, argv, { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
  closeSync(full)
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'error: The output cannot be written (ENOSPC).\n' })
})
