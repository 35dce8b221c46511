// The runtimes, each from a package of npm or from this machine. A runtime runs a program that exports `expected` and a function.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)
const checks = createRequire(new URL('../../packages/repo-checks/package.json', import.meta.url))
const browsers = [
  process.env.LAMELLA_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const limit = 120_000

/** The lines of Node.js that are tested beside the one that runs this, the oldest of `engines`. */
export const nodeLines = [22, 24, 26]

/** Installs the runtimes that are packages of npm. Returns their folder. */
export async function installRuntimes(folder) {
  await mkdir(folder, { recursive: true })
  const nodes = nodeLines.map((major) => `node${major}@npm:node-${process.platform}-${process.arch}@${major}`)
  await writeFile(join(folder, 'package.json'), '{ "name": "runtimes", "private": true }\n')
  await exec('npm', ['install', '--no-audit', '--no-fund', ...nodes, 'bun', 'deno', 'workerd'], { cwd: folder })
  return join(folder, 'node_modules')
}

const firstLine = (error) =>
  String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 300)

/** What a program prints when it runs as it should; anything else says why not. */
const commandRunner = `const { default: run, expected } = await import(new URL(process.argv[2], import.meta.url))
const said = await run()
if (said !== expected) throw new Error('it returns ' + said + ' instead of ' + expected)
console.log('as expected')
process.exit(0)
`

/** A runtime that is a command, in a folder where the packages are installed. */
export function command(name, bin, args, cwd, env = {}) {
  const run = async (program) => {
    await writeFile(join(cwd, 'run.mjs'), commandRunner)
    const options = { cwd, timeout: limit, env: { ...process.env, NO_COLOR: '1', ...env } }
    const failed = await exec(bin, [...args, 'run.mjs', `./programs/${program}.mjs`], options).then(
      ({ stdout }) => (stdout.trim().endsWith('as expected') ? undefined : `it prints ${stdout}`),
      (error) => /(?:Error|error)[^\n]*: [^\n]+/.exec(error.stderr)?.[0] ?? firstLine(error),
    )
    return failed
  }
  const version = async () =>
    (await exec(bin, ['--version'])).stdout
      .trim()
      .split('\n')[0]
      .replace(/^v|^deno | \(.*/g, '')
  return { name, version, run, close: async () => {} }
}

/** Bundles a program for a page or worker, from what is installed. Returns its code, or why it cannot be bundled. */
async function bundle(cwd, program, conditions) {
  const { build } = checks('esbuild')
  const entry = `import { default as run, expected } from './programs/${program}.mjs'
globalThis.lamellaCheck = async () => {
  const said = await run()
  if (said !== expected) throw new Error('it returns ' + said + ' instead of ' + expected)
}`
  try {
    const { outputFiles } = await build({
      stdin: { contents: entry, resolveDir: cwd, loader: 'js' },
      bundle: true,
      write: false,
      logLevel: 'silent',
      format: 'esm',
      platform: 'browser',
      target: 'es2023',
      conditions,
      absWorkingDir: cwd,
    })
    return { code: outputFiles[0].text }
  } catch (error) {
    return { problem: `it cannot be bundled: ${error.errors?.[0]?.text ?? firstLine(error)}` }
  }
}

/** workerd, the runtime of Cloudflare's workers, without its layer of Node's modules. */
export function workerd(bin, cwd) {
  const run = async (program) => {
    const { code, problem } = await bundle(cwd, program, ['workerd', 'worker', 'browser'])
    if (problem) return problem
    const folder = join(cwd, 'workers', program)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'worker.mjs'), `${code}\nexport default { test: () => globalThis.lamellaCheck() }\n`)
    const worker = '(modules = [(name = "worker", esModule = embed "worker.mjs")], compatibilityDate = "2026-01-01")'
    const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = ${worker})]);
`
    await writeFile(join(folder, 'config.capnp'), config)
    return exec(bin, ['test', 'config.capnp'], { cwd: folder, timeout: limit }).then(
      () => undefined,
      (error) => /(?:\w*Error): [^\n]+/.exec(error.stderr)?.[0] ?? firstLine(error),
    )
  }
  const version = async () => (await exec(bin, ['--version'])).stdout.trim().replace('workerd ', '')
  return { name: 'workerd', version, run, close: async () => {} }
}

function typeOf(path) {
  const types = { js: 'text/javascript', wasm: 'application/wasm', bin: 'application/octet-stream' }
  return types[path.split('.').at(-1)] ?? 'text/html'
}

/** A page in Chromium. Tables and WebAssembly lie beside the program, as bundlers for pages put them. */
export async function chromium(cwd) {
  const executablePath = browsers.find((path) => path && existsSync(path))
  if (executablePath === undefined) return undefined
  const codes = new Map()
  const assets = (path) => [
    join(cwd, 'node_modules/@lamella/tokenizer-tiktoken/dist', path),
    join(cwd, 'node_modules/loro-crdt/browser', path),
  ]
  const server = createServer(async ({ url }, response) => {
    const path = url.slice(1)
    const asset = /^\w+\.(bin|wasm)$/.test(path) && assets(path).find((file) => existsSync(file))
    const body = asset ? await readFile(asset) : codes.get(path)
    response.writeHead(body === undefined && path !== '' ? 404 : 200, { 'content-type': typeOf(path) })
    response.end(body ?? '<!doctype html><title>A page</title>')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}/`
  const browser = await checks('playwright-core').chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const run = async (program) => {
    const { code, problem } = await bundle(cwd, program, ['browser'])
    if (problem) return problem
    codes.set(`${program}.js`, code)
    const page = await browser.newPage()
    try {
      await page.goto(address)
      return await page.evaluate(async (script) => {
        try {
          await import(script)
          await globalThis.lamellaCheck()
        } catch (error) {
          return String(error?.message ?? error).split('\n')[0]
        }
      }, `/${program}.js`)
    } finally {
      await page.close()
    }
  }
  const close = async () => {
    await browser.close()
    server.close()
  }
  return { name: 'Chromium', version: async () => browser.version(), run, close }
}
