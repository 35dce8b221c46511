// Runs the example in the current folder and compares its output with its expected-output.txt. `--update` rewrites that
// file.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, parse } from 'node:path'

const folder = process.cwd()
const main = join(folder, 'src', 'main.mjs')
const expectedFile = join(folder, 'expected-output.txt')

// Starts it from an unrelated folder: the output must not depend on the folder.
const { status, stdout: output } = spawnSync(process.execPath, [main], {
  cwd: parse(folder).root,
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
})

if (status !== 0) {
  process.exitCode = 1
} else if (process.argv.includes('--update')) {
  writeFileSync(expectedFile, output)
  console.log('expected-output.txt is updated.')
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
      `\n${differing.length} lines differ. If this is intended, run pnpm --filter ./examples/${basename(folder)} check --update`,
    )
    process.exitCode = 1
  } else {
    console.log(`The example prints the expected ${expected.length - 1} lines.`)
  }
}
