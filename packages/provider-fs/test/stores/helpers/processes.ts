import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build, defaultServerConditions } from 'vite'
import { tempFolder } from '../../helpers/folder.ts'

/** A process that writes to a store. */
export interface Writer {
  readonly process: ChildProcess
  /** The lines it has printed. */
  lines(): readonly string[]
  /** Resolves with the exit code when the process has ended and all its output was read; `null` if it was killed. */
  readonly ended: Promise<number | null>
}

const source = fileURLToPath(new URL('program.ts', import.meta.url))

/** Compiles `program.ts` to plain JavaScript. Returns a function that starts it. */
export async function writers(): Promise<(...args: readonly (string | number)[]) => Writer> {
  const folder = await tempFolder()
  const conditions = ['@lamella/source', ...defaultServerConditions]
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    build: {
      ssr: source,
      outDir: folder.path,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  return (...args) => start(folder.at('program.mjs'), args.map(String))
}

function start(program: string, args: readonly string[]): Writer {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  return { process: child, ended, lines: () => printed.split('\n').slice(0, -1) }
}
