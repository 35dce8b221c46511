// Runs the example and compares what it prints with expected-output.txt. `--update` writes that file anew.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.mjs', import.meta.url))
const expectedFile = new URL('../expected-output.txt', import.meta.url)

// From a folder of no meaning: the output may not depend on where the example is started.
const { status, stdout: output } = spawnSync(process.execPath, [main], {
  cwd: fileURLToPath(new URL('/', import.meta.url)),
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
})

if (status !== 0) {
  process.exitCode = 1
} else if (process.argv.includes('--update')) {
  writeFileSync(expectedFile, output)
  console.log('expected-output.txt is written anew.')
} else {
  const actual = output.split('\n')
  const expected = readFileSync(expectedFile, 'utf8').split(/\r?\n/)
  const length = Math.max(actual.length, expected.length)
  const differing = Array.from({ length }, (_, i) => i).filter((i) => actual[i] !== expected[i])
  for (const i of differing.slice(0, 10)) {
    console.error(`line ${i + 1}\n  expected ${JSON.stringify(expected[i])}\n  printed  ${JSON.stringify(actual[i])}`)
  }
  if (differing.length > 0) {
    console.error(
      `\n${differing.length} lines differ. If they should: pnpm --filter @lamella/example-workspace check --update`,
    )
    process.exitCode = 1
  } else {
    console.log(`The example prints what it should, ${expected.length - 1} lines.`)
  }
}
