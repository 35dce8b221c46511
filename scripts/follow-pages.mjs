// Follows the start page and each recipe literally, in an empty folder: its commands and its program are taken from the page, and
// what the program prints is compared with what the page says.
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** The pages that lead from an empty folder to a program. */
export async function pagesToFollow() {
  const recipes = await readdir('docs/recipes')
  return ['docs/start.md', ...recipes.sort().map((name) => `docs/recipes/${name}`)]
}

/** The fenced blocks of a page, each with the comment above it. */
function blocksOf(text) {
  const fence = /(?:^<!-- ([^\n]+) -->\n)?^```(\w+)\n(.*?)^```$/gms
  return Array.from(text.matchAll(fence), ([, note = '', language, code]) => ({ note, language, code }))
}

/** What a page says to do: the commands before its program, the program, the commands after it, and what is printed. */
function stepsOf(page, text) {
  const blocks = blocksOf(text)
  const at = blocks.findIndex(({ note }) => note.startsWith('file: '))
  const [before, program, after, printed] = blocks.slice(at - 1, at + 3)
  if (before?.language !== 'sh' || after?.language !== 'sh' || printed?.note !== 'prints') {
    throw new Error(`${page} has no program between a command that installs and one that runs it, with what it prints.`)
  }
  return {
    install: before.code,
    file: program.note.slice('file: '.length),
    code: program.code,
    run: after.code,
    prints: printed.code,
  }
}

/** Follows a page in an empty folder. Returns the seconds of the whole, and those of installing, which mostly downloads. */
export async function followPage(page, folder, registry) {
  const { install, file, code, run, prints } = stepsOf(page, await readFile(page, 'utf8'))
  await mkdir(folder, { recursive: true })
  const npmrc = join(folder, '..', 'pages.npmrc')
  await writeFile(npmrc, `@lamella:registry=${registry}\n`)
  await writeFile(join(folder, '..', 'program'), code)
  // One shell, so that `cd` of a page stays.
  const script = [install, 'date +%s%N >&3', `cp "$PROGRAM" ${file}`, run].join('\n')
  const env = { ...process.env, NPM_CONFIG_USERCONFIG: npmrc, PROGRAM: join(folder, '..', 'program'), NO_COLOR: '1' }
  const start = Date.now()
  const { stdout } = await exec('bash', ['-ec', `exec 3> "$PROGRAM.time"\n${script}`], { cwd: folder, env })
  const installed = Number(await readFile(join(folder, '..', 'program.time'), 'utf8')) / 1e6
  const said = stdout.slice(-prints.length)
  if (said !== prints) throw new Error(`${page} says that its program prints\n${prints}\nbut it prints\n${stdout}`)
  return { all: (Date.now() - start) / 1_000, install: (installed - start) / 1_000 }
}
