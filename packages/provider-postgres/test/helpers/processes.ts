import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, defaultServerConditions } from 'vite'
import { afterAll } from 'vitest'

/** A separate process that uses a database. */
export interface Running {
  readonly process: ChildProcess
  /** Its output, by line. */
  lines(): readonly string[]
  /** Resolves with its exit code when it has ended and all its output was read; `null` if it was killed. */
  readonly ended: Promise<number | null>
}

const modules = new URL('../../node_modules/', import.meta.url)
/** The modules that programs need at run time, and where they are. */
const linked = {
  pg: new URL('pg', modules),
  'loro-crdt': new URL('../../blocks/node_modules/loro-crdt', modules),
}

/** Compiles a program to plain JavaScript. Returns a function that starts it. Call it once a file, outside of tests. */
export async function programs(
  source: URL = new URL('program.ts', import.meta.url),
): Promise<(...args: readonly (string | number)[]) => Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lamella-postgres-'))
  const started: Running[] = []
  afterAll(async () => {
    // Those that a failed test left would go on.
    for (const one of started) one.process.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(folder, { recursive: true, force: true })
  })
  const conditions = ['@lamella/source', ...defaultServerConditions]
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    ssr: { noExternal: true, external: Object.keys(linked), resolve: { conditions } },
    build: {
      ssr: fileURLToPath(source),
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, place] of Object.entries(linked)) {
    symlinkSync(fileURLToPath(place), join(folder, 'node_modules', name), 'junction')
  }
  return (...args) => {
    const running = start(join(folder, 'program.mjs'), args.map(String))
    started.push(running)
    return running
  }
}

function start(program: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  return { process: child, ended, lines: () => printed.split('\n').slice(0, -1) }
}
