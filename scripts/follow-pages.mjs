// Follows the README, the start page and each recipe literally, in empty folders: commands and programs are taken from the page.
// What a program prints is compared with what the page says; where it says nothing, a stand-in answers for the provider, and
// that answer must be printed.
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startStandIn } from './stand-in.mjs'

const exec = promisify(execFile)

/** The pages that lead from an empty folder to a program. */
export async function pagesToFollow() {
  const recipes = await readdir('docs/recipes')
  return ['README.md', 'docs/start.md', ...recipes.sort().map((name) => `docs/recipes/${name}`)]
}

/** The fenced blocks of a page, each with the comment above it. */
function blocksOf(text) {
  const fence = /(?:^<!-- ([^\n]+) -->\n)?^```(\w+)\n(.*?)^```$/gms
  return Array.from(text.matchAll(fence), ([, note = '', language, code]) => ({ note, language, code }))
}

/**
 * What a page says to do, for each of its programs: the command before it that installs, the program, the command after it, if
 * there is one, and what is printed.
 */
function stepsOf(page, text) {
  const blocks = blocksOf(text)
  const steps = blocks.flatMap(({ note, code }, at) => {
    if (!note.startsWith('file: ')) return []
    const file = note.slice('file: '.length)
    const before = blocks[at - 1]
    const hasRun = blocks[at + 1]?.language === 'sh' && blocks[at + 1].code.includes(file)
    const printed = blocks[at + (hasRun ? 2 : 1)]
    if (before?.language !== 'sh') throw new Error(`${page} has no command that installs, above its program ${file}.`)
    return {
      ...{ install: before.code, file, code, run: hasRun ? blocks[at + 1].code : `node ${file}` },
      prints: printed?.note === 'prints' ? printed.code : undefined,
    }
  })
  if (steps.length === 0) throw new Error(`${page} has no program with a file.`)
  return steps
}

/** Follows a page. Returns the seconds of each of its programs, and those of installing, which mostly downloads. */
export async function followPage(page, folder, registry) {
  const taken = []
  const standIn = await startStandIn()
  try {
    for (const [index, step] of stepsOf(page, await readFile(page, 'utf8')).entries()) {
      taken.push(await follow(step, page, join(folder, `${index}`, 'empty'), registry, standIn))
    }
  } finally {
    standIn.close()
  }
  return taken
}

async function follow({ install, file, code, run, prints }, page, folder, registry, standIn) {
  await mkdir(folder, { recursive: true })
  const npmrc = join(folder, '..', 'pages.npmrc')
  const program = join(folder, '..', 'program')
  await writeFile(npmrc, `@lamella:registry=${registry}\n`)
  await writeFile(program, code)
  // One shell, so that `cd` of a page stays.
  const script = [install, 'date +%s%N >&3', `cp "$PROGRAM" ${file}`, run].join('\n')
  const env = { ...process.env, ...standIn.env, NPM_CONFIG_USERCONFIG: npmrc, PROGRAM: program, NO_COLOR: '1' }
  const start = Date.now()
  const { stdout } = await exec('bash', ['-ec', `exec 3> "$PROGRAM.time"\n${script}`], { cwd: folder, env })
  const installed = Number(await readFile(`${program}.time`, 'utf8')) / 1e6
  const wanted = prints ?? `${standIn.text}\n`
  if (stdout.slice(-wanted.length) !== wanted) {
    throw new Error(`${page} says that ${file} prints\n${wanted}\nbut it prints\n${stdout}`)
  }
  return { install: (installed - start) / 1_000, all: (Date.now() - start) / 1_000 }
}

/** Makes an agent for a host with the command line, and runs it. Returns the seconds, and those until it is installed. */
export async function followInit(host, folder, registry) {
  await mkdir(folder, { recursive: true })
  const npmrc = join(folder, '..', 'init.npmrc')
  await writeFile(npmrc, `@lamella:registry=${registry}\n`)
  const env = { ...process.env, NPM_CONFIG_USERCONFIG: npmrc, NO_COLOR: '1' }
  const run = (command, cwd) => exec('bash', ['-ec', command], { cwd, env })
  const start = Date.now()
  await run(`npx --yes @lamella/cli init ./agent --host ${host}`, folder)
  await run('npm install', join(folder, 'agent'))
  const install = (Date.now() - start) / 1_000
  await run('npm test && npm start', join(folder, 'agent'))
  return { install, all: (Date.now() - start) / 1_000 }
}
