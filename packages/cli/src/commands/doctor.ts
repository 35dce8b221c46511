import { workspace, workspaceSources } from '@lamella/provider-fs'
import { type Command, Option } from 'commander'
import { checkBuild } from '../doctor/build.ts'
import { type Checkup, checkInstructions } from '../doctor/instructions.ts'
import { type Mark, note, ok, orProblem, type Remark, remarkOf, type Section } from '../doctor/remark.ts'
import { checkSessions } from '../doctor/sessions.ts'
import { checkSkills } from '../doctor/skills.ts'
import type { End } from '../exit-code.ts'
import { formats } from '../formats.ts'
import type { Io, Output } from '../io.ts'
import { defaultReserve } from '../options.ts'
import { type Palette, paletteFor } from '../palette.ts'
import { parseTokens } from '../parse.ts'
import { plain, toJson } from '../plain.ts'
import { addScopeOptions, type ScopeOptions, scopeOf } from '../scope-options.ts'
import { counted } from '../text/words.ts'
import { wrap } from '../text/wrap.ts'

interface DoctorOptions extends ScopeOptions {
  readonly window: number
  readonly reserve?: number
  readonly sessions?: string
  readonly json?: true
}

const notes = `
Changes nothing. Exit code 1 means that there is a problem.

Example:
  $ lamella doctor ./agent --window 32k`

/** Adds `lamella doctor`: reports the contents of a workspace, the cuts, the problems and how to fix them. */
export function addDoctor(program: Command, io: Io, end: End): void {
  addScopeOptions(program.command('doctor'))
    .argument('<workspace>', 'folder with SOUL.md, AGENTS.md, TOOLS.md, memory/ and skills/')
    .addOption(
      new Option('-w, --window <tokens>', "the model's context window").argParser(parseTokens).default(128_000, '128k'),
    )
    .addOption(
      new Option(
        '-r, --reserve <tokens>',
        'tokens reserved for the answer (default: 4,000, or a quarter of the window if that is less)',
      ).argParser(parseTokens),
    )
    .option('-s, --sessions <store>', "a store, or a JSONL file (default: the workspace's folder sessions)")
    .option('--json', 'as JSON')
    .summary('find problems in a workspace, and how to fix them')
    .description('Reports the contents of a workspace, which limits cut it, its problems and how to fix them.')
    .addHelpText('after', notes)
    .action(async (root: string, options: DoctorOptions) => {
      const sections = await examine(root, options, io.now())
      const sums = sumUp(sections)
      if (options.json) io.stdout.write(`${toJson({ workspace: root, sections, ...sums })}\n`)
      else writeSections(sections, io)
      if (sums.problems > 0) end(1)
    })
}

/** @throws LamellaError `WORKSPACE_NOT_FOUND` */
async function examine(root: string, options: DoctorOptions, now: Date): Promise<readonly Section[]> {
  // Fails early if the folder is missing.
  workspace(root)
  const { window, reserve = defaultReserve(window), sessions } = options
  const scope = scopeOf(options)
  const tokenizer = await formats[0].tokenizer(formats[0].model)
  const checkup: Checkup = { root, sources: workspaceSources(root), scope, count: (text) => tokenizer.count(text) }
  const parts = [
    ['Instructions', () => checkInstructions(checkup)],
    ['Memory', () => checkMemory(checkup)],
    ['Skills', () => checkSkills(checkup)],
    ['Sessions', () => checkSessions(root, scope, sessions)],
    ['Build', () => checkBuild(checkup, { window, reserve, tokenizer, now })],
  ] as const
  return Promise.all(parts.map(async ([title, check]) => ({ title, remarks: await orProblem(check) })))
}

const signal = new AbortController().signal

/** Checks MEMORY.md and the dated notes. */
async function checkMemory({ sources, scope, count }: Checkup): Promise<readonly Remark[]> {
  const { memory } = sources
  const { entries, notices = [] } = await memory.entries(scope, { signal })
  const dated = entries.filter(({ date }) => date !== undefined).length
  const tokens = entries.reduce((sum, { text }) => sum + count(text), 0)
  const files = new Set(entries.map(({ from }) => from)).size
  return [
    entries.length === 0
      ? note('No memories: there is neither a MEMORY.md nor a note with entries.')
      : ok(
          `${counted(entries.length, 'entry', 'entries')} in ${counted(files, 'file')}, ` +
            `${dated} of them dated; ${counted(tokens, 'token')}.`,
        ),
    ...notices.map(remarkOf),
  ]
}

/** Counts problems and notes. */
function sumUp(sections: readonly Section[]): { readonly problems: number; readonly notes: number } {
  const marks = sections.flatMap(({ remarks }) => remarks.map(({ mark }) => mark))
  const count = (mark: Mark): number => marks.filter((other) => other === mark).length
  return { problems: count('problem'), notes: count('note') }
}

/** Writes a paragraph per section, a line per remark and a fix below each problem, and the totals. */
function writeSections(sections: readonly Section[], { stdout, env }: Pick<Io, 'stdout' | 'env'>): void {
  const palette = paletteFor(stdout, env)
  for (const { title, remarks } of sections) {
    stdout.write(`${palette.bold(title)}\n`)
    for (const remark of remarks) stdout.write(lineOf(remark, palette, stdout))
    stdout.write('\n')
  }
  const { problems, notes } = sumUp(sections)
  const sum = `${counted(problems, 'problem')}, ${counted(notes, 'note')}`
  stdout.write(`${problems === 0 ? palette.green(sum) : palette.red(sum)}\n`)
}

/** The columns before the text of a remark. */
const indent = 11

/** The maximum number of files to name in a remark. */
const maxNamed = 5

function lineOf({ mark, text, fix, files = [] }: Remark, { red, yellow, green }: Palette, stdout: Output): string {
  const wrapped = (line: string): string => wrap(plain(line), stdout, indent)
  const paint = mark === 'ok' ? green : mark === 'note' ? yellow : red
  const line = `  ${paint(mark.padEnd(7))}  ${wrapped(text)}\n`
  const named = files.length > maxNamed ? [...files.slice(0, maxNamed), '…'] : files
  const list = files.length === 0 ? '' : `${' '.repeat(indent)}${wrapped(`in ${named.join(', ')}`)}\n`
  return fix === undefined ? line + list : `${line}${list}${' '.repeat(indent)}${wrapped(`fix: ${fix}`)}\n`
}
