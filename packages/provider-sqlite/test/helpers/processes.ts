import { type ChildProcess, spawn } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, defaultServerConditions } from 'vite'
import { tempFolder } from './folder.ts'

/** A separate process that uses a database. */
export interface Running {
  readonly process: ChildProcess
  /** Its output, by line. */
  lines(): readonly string[]
  /** Resolves with its exit code when it has ended and all its output was read; `null` if it was killed. */
  readonly ended: Promise<number | null>
}

const sources: Readonly<Record<'program' | 'turns' | 'crowd', string>> = {
  program: fileURLToPath(new URL('program.ts', import.meta.url)),
  turns: fileURLToPath(new URL('turns.ts', import.meta.url)),
  crowd: fileURLToPath(new URL('crowd.ts', import.meta.url)),
}
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Compiles a program of this folder to plain JavaScript. Returns a function that starts it. */
export async function programs(
  name: keyof typeof sources = 'program',
): Promise<(...args: readonly (string | number)[]) => Running> {
  const folder = tempFolder()
  const conditions = ['@lamella/source', ...defaultServerConditions]
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    ssr: { noExternal: true, external: ['better-sqlite3', 'sqlite-vec'], resolve: { conditions } },
    build: {
      ssr: sources[name],
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  symlinkSync(modules, join(folder, 'node_modules'), 'junction')
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
