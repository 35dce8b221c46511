import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
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

/** Compiles `program.ts` to plain JavaScript. Returns a function that starts it. Call it once a file. */
export async function programs(): Promise<(...args: readonly (string | number)[]) => Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lamella-pg-program-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const conditions = ['@lamella/source', ...defaultServerConditions]
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    ssr: { noExternal: true, external: ['pg'], resolve: { conditions } },
    build: {
      ssr: fileURLToPath(new URL('program.ts', import.meta.url)),
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'), 'junction')
  return (...args) => start(join(folder, 'program.mjs'), args.map(String))
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
