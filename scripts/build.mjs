// Builds all packages that have changed, and prints a line for each: the first time takes minutes. What they print is
// shown only if one of them fails.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const start = performance.now()
const turbo = spawn(
  'turbo',
  ['run', 'build', '--output-logs=new-only', '--log-order=stream', ...process.argv.slice(2)],
  {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  },
)
const printed = []
let count = 0
const read = (stream) =>
  createInterface({ input: stream }).on('line', (line) => {
    printed.push(line)
    const name = /^(\S+):build: cache (?:miss|bypass)/.exec(line)?.[1]
    if (name === undefined) return
    count += 1
    const seconds = Math.round((performance.now() - start) / 1_000)
    console.log(`${String(seconds).padStart(4)} s  building ${name} (${count})`)
  })
read(turbo.stdout)
read(turbo.stderr)
turbo.on('error', (error) => {
  console.error(`turbo cannot be started (${error.message}): run \`pnpm install\`, and this through \`pnpm\`.`)
  process.exitCode = 1
})
turbo.on('close', (code) => {
  if (code !== 0) console.error(printed.join('\n'))
  process.exitCode = code ?? 1
})
