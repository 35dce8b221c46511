import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, defaultServerConditions } from 'vite'

/** A separate process that uses a store. */
export interface Running {
  readonly process: ChildProcess
  /** The lines it has printed. */
  lines(): readonly string[]
  /** Resolves with the exit code when the process has ended and all its output was read; `null` if it was killed. */
  readonly ended: Promise<number | null>
}

/** A file of a compiled program. */
interface Compiled {
  readonly fileName: string
  readonly code: string
}

const compiled = new Map<string, Promise<readonly Compiled[]>>()

/**
 * Writes a program as plain JavaScript to a folder, and returns a function that starts it. It is compiled once for all test
 * files that share a process, since that takes longer than most of the programs.
 *
 * @param source The path of the program.
 * @param external The modules that it imports at run time.
 */
export async function programIn(
  folder: string,
  source: string,
  external: readonly string[] = [],
): Promise<(...args: readonly (string | number)[]) => Running> {
  const known = compiled.get(source) ?? compile(source, external)
  compiled.set(source, known)
  for (const { fileName, code } of await known) writeFileSync(join(folder, fileName), code)
  return (...args) => start(join(folder, 'program.mjs'), args.map(String))
}

async function compile(source: string, external: readonly string[]): Promise<readonly Compiled[]> {
  const conditions = ['@lamella/source', ...defaultServerConditions]
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    ssr: { noExternal: true, external: [...external], resolve: { conditions } },
    build: {
      ssr: source,
      write: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  return [made]
    .flat()
    .flatMap((one) => ('output' in one ? one.output.flatMap((file) => (file.type === 'chunk' ? [file] : [])) : []))
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
