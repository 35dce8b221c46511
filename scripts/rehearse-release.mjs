// Rehearses the release: versions by changesets, tarballs, their types, a local registry, and a program of each package on each
// runtime. Changes nothing here, except with --write: then it writes the table of docs/runtimes.md.
//
//   node scripts/rehearse-release.mjs             everything
//   node scripts/rehearse-release.mjs --tarballs  without the runtimes
//
// Runs on Node.js 20, with the packages built. LAMELLA_RUNTIMES names a folder that keeps the other runtimes for the next time.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startRegistry } from './registry.mjs'
import { settlePage, tableOf } from './rehearsal/page.mjs'
import { reasons } from './rehearsal/reasons.mjs'
import * as release from './rehearsal/release.mjs'
import { chromium, command, installRuntimes, nodeLines, workerd } from './rehearsal/runtimes.mjs'
import { ownSqlite, startPostgres } from './rehearsal/support.mjs'

const exec = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const temporary = await mkdtemp(join(tmpdir(), 'lamella-rehearsal-'))
const problems = []
const say = (line) => console.log(line)
const found = (list) => {
  for (const problem of list) say(`PROBLEM ${problem}`)
  problems.push(...list)
}

/** Versions, changelogs and tarballs. Returns the tarballs. */
async function makeTarballs() {
  const copy = join(temporary, 'copy')
  await mkdir(copy)
  await release.copyRepository(root, copy)
  const { problems: unready, versions } = await release.version(root, copy)
  found(unready)
  found(await release.provenanceProblems(root))
  const into = join(temporary, 'tarballs')
  await mkdir(into)
  say(`\n${'package'.padEnd(22)}  files  packed  entries  found with node10, node16 from CommonJS, node16, bundler`)
  const packed = []
  for (const one of await release.publishedBelow(copy)) {
    const made = await release.pack(one, into)
    found(release.problemsOf(made, versions))
    const { problems: others, entries, found: types } = await release.checkTarball(root, made)
    found(others)
    const { size } = await stat(made.tarball)
    say(
      `${made.folder.padEnd(22)}  ${String(made.files.length).padStart(5)}  ${`${Math.ceil(size / 1_000)} kB`.padStart(8)}` +
        `  ${String(entries).padStart(5)}  ${Object.values(types).join(', ')}`,
    )
    packed.push(made)
  }
  return packed
}

/** Publishes the packages to a registry of this machine as the release does, and installs all of them in a folder. */
async function install(packed, registry) {
  const npmrc = join(temporary, 'publish.npmrc')
  await writeFile(npmrc, `registry=${registry.url}\n${registry.url.slice(5)}:_authToken=local\n`)
  const env = { ...process.env, NPM_CONFIG_USERCONFIG: npmrc, npm_config_registry: registry.url }
  await release.publish(root, join(temporary, 'copy'), env)
  const missing = packed.filter(({ manifest }) => !registry.packages.has(manifest.name))
  found(missing.map(({ folder }) => `\`changeset publish\` left out ${folder}`))
  const consumer = join(temporary, 'consumer')
  await mkdir(consumer)
  await writeFile(join(consumer, '.npmrc'), `@lamella:registry=${registry.url}\n`)
  await writeFile(join(consumer, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n')
  const { version, putInto } = await ownSqlite(root)
  const names = [...packed.map(({ manifest }) => manifest.name), `better-sqlite3@${version}`]
  await exec('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names], { cwd: consumer })
  await putInto(consumer)
  await cp(join(root, 'scripts/rehearsal/programs'), join(consumer, 'programs'), { recursive: true })
  return consumer
}

/** The runtimes that can be had here. */
async function openRuntimes(consumer, env) {
  const tools = await installRuntimes(process.env.LAMELLA_RUNTIMES ?? join(temporary, 'runtimes'))
  const bin = (name) => join(tools, '.bin', name)
  const denoFlags = ['run', '--allow-all', '--no-lock', '--node-modules-dir=manual']
  return [
    command('Node.js 20', process.execPath, [], consumer, env),
    ...nodeLines.map((major) => command(`Node.js ${major}`, join(tools, `node${major}/bin/node`), [], consumer, env)),
    command('Bun', bin('bun'), ['run'], consumer, env),
    command('Deno', bin('deno'), denoFlags, consumer, env),
    workerd(bin('workerd'), consumer),
    await chromium(consumer),
  ].filter((runtime) => runtime !== undefined)
}

/** Runs the program of each package on each runtime. Returns why some do not run: runtime to package to problem. */
async function runAll(runtimes, packages) {
  const failures = {}
  for (const runtime of runtimes) {
    const started = performance.now()
    failures[runtime.name] = {}
    for (const folder of packages) {
      const failed = await runtime.run(folder)
      const isKnown = reasons[runtime.name]?.[folder] !== undefined
      if (failed !== undefined) failures[runtime.name][folder] = failed
      if (failed !== undefined && !isKnown) found([`${folder} on ${runtime.name}: ${failed}`])
      if (failed === undefined && isKnown)
        found([`${folder} runs on ${runtime.name}, but reasons.mjs says that it does not`])
    }
    const count = packages.length - Object.keys(failures[runtime.name]).length
    say(
      `${runtime.name.padEnd(12)} ${runtime.version.padEnd(14)} ${count} of ${packages.length} packages, ${Math.round((performance.now() - started) / 1_000)} s`,
    )
  }
  return failures
}

/** Installs from the registry, runs everything everywhere, and settles the page. */
async function rehearseRuntimes(packed, registry) {
  const consumer = await install(packed, registry)
  const database = await startPostgres(root)
  const opened = await openRuntimes(consumer, { DATABASE_URL: database.address })
  try {
    const runtimes = await Promise.all(opened.map(async (one) => ({ ...one, version: await one.version() })))
    const packages = packed.map(({ folder }) => folder)
    say('')
    const failures = await runAll(runtimes, packages)
    const page = join(root, 'docs/runtimes.md')
    const table = tableOf(runtimes, packages, failures, reasons)
    if (!(await settlePage(page, table, process.argv.includes('--write')))) {
      found(['docs/runtimes.md has another table: run this script with --write'])
    }
  } finally {
    await Promise.all(opened.map((one) => one.close()))
    await database.stop()
  }
}

if (!process.version.startsWith('v20.')) {
  throw new Error(
    'Run this with Node.js 20: it alone needs the compiled part of better-sqlite3, which is taken from here.',
  )
}
const registry = await startRegistry()
try {
  const packed = await makeTarballs()
  if (!process.argv.includes('--tarballs')) await rehearseRuntimes(packed, registry)
  say(problems.length === 0 ? '\nThe rehearsal found no problem.' : `\n${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  registry.close()
  await rm(temporary, { recursive: true, force: true })
}
