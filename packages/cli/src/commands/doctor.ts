import { workspace, workspaceSources } from '@lamella/provider-fs'
import { type Command, Option } from 'commander'
import { checkBuild } from '../doctor/build.ts'
import { type Checkup, checkInstructions } from '../doctor/instructions.ts'
import { checkMemory } from '../doctor/memory.ts'
import { orProblem, type Section } from '../doctor/remark.ts'
import { checkSessions } from '../doctor/sessions.ts'
import { checkSkills } from '../doctor/skills.ts'
import { sumUp, writeSections } from '../doctor/write-sections.ts'
import type { End } from '../exit-code.ts'
import { formats } from '../formats.ts'
import type { Io } from '../io.ts'
import { defaultReserve } from '../options.ts'
import { parseTokens } from '../parse.ts'
import { toJson } from '../plain.ts'
import { addScopeOptions, type ScopeOptions, scopeOf } from '../scope-options.ts'

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
