import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const expected = 'Hello'
/** Runs the command in this process, so that each runtime runs it itself. */
export default async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-smoke-'))
  await writeFile(join(folder, 'SOUL.md'), 'You are Kim.')
  const command = new URL('main.js', import.meta.resolve('@lamella/cli/package.json').replace('package.json', 'dist/'))
  const printed = []
  const write = process.stdout.write
  process.stdout.write = (text) => printed.push(String(text)) > 0
  process.argv = [process.argv[0], fileURLToPath(command), 'build', folder, '--message', 'Hello', '--window', '4000']
  try {
    await import(command.href)
    for (let waited = 0; waited < 100 && printed.length === 0; waited++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    process.stdout.write = write
  }
  await rm(folder, { recursive: true })
  return JSON.parse(printed.join('')).messages.at(-1).content
}
