import type { SessionKind } from '@lamella/core'
import { type Command, Option } from 'commander'
import { formats } from './formats.ts'
import { parseTime, parseTokens, parseWord, parseWords } from './parse.ts'
import type { ScopeOptions } from './scope-options.ts'

/** The parsed options of `build` and `explain`. */
export interface RequestOptions extends ScopeOptions {
  readonly window?: number
  readonly reserve?: number
  readonly session?: string
  readonly sessionId?: string
  readonly message?: string
  readonly tools?: string
  readonly loadSkillsWith?: string
  readonly format?: string
  readonly model?: string
  readonly encoding?: string
  readonly kind: SessionKind
  readonly now?: Date
  readonly without?: readonly string[]
}

/** All kinds of session. */
export const kinds: readonly SessionKind[] = ['private', 'group', 'channel', 'cron', 'subagent']
const layers = ['system', 'bootstrap', 'memory', 'skills', 'tools', 'history', 'message']
const defaultModels = [...new Set(formats.map(({ model }) => model))].join(', ').replace(/, ([^,]*)$/, ' or $1')
const encodings = ['o200k_base', 'o200k_harmony', 'cl100k_base', 'p50k_base', 'r50k_base']

/** Adds the workspace, or what may stand in its place, and all options that define a request. */
export function addRequestOptions(
  command: Command,
  argument = '<workspace>',
  description = 'folder with SOUL.md, AGENTS.md, TOOLS.md, memory/ and skills/',
): Command {
  return command
    .argument(argument, description)
    .addOption(tokens('-w, --window <tokens>', "size of the context, such as 32000 or 32k (default: the model's)"))
    .addOption(
      tokens(
        '-r, --reserve <tokens>',
        'tokens reserved for the answer (default: 4,000, or a quarter of a window under 16,000)',
      ),
    )
    .option(
      '-s, --session <path>',
      'the conversation so far: JSONL, an export, a folder of sessions or an SQLite database',
    )
    .option('--session-id <id>', 'the session in a folder or database (default: the only one)')
    .option('-m, --message <text>', "the new message; '-' reads it from standard input")
    .option('-t, --tools <file>', 'tool definitions: a JSON list')
    .option(
      '--load-skills-with <tool>',
      'the tool of --tools that loads a skill (default: one with a known name, such as load_skill or read_file)',
    )
    .addOption(
      word(
        '-f, --format <name>',
        `wire format of the request (default: the model's, or ${formats[0].name})`,
        formats.map(({ name }) => name),
      ),
    )
    .option('--model <name>', `model in the request and for counting tokens (default: ${defaultModels})`)
    .addOption(word('--encoding <name>', "encoding to count with if the model's is unknown", encodings))
    .option('--tenant <id>', 'scope: the tenant that owns the data', 'local')
    .option('--user <id>', 'scope: the user')
    .option('--agent <name>', 'scope: the agent; AGENTS.<name>.md replaces AGENTS.md')
    .addOption(
      word('--kind <kind>', 'scope: kind of session; only private sessions include memory', kinds).default('private'),
    )
    .addOption(new Option('--now <time>', 'time in the prompt (default: the current time)').argParser(parseTime))
    .addOption(new Option('--without <layer>', 'leave a layer out; can be repeated').argParser(parseWords(layers)))
}

/** Enough for a long answer, but never most of a small window. */
export function defaultReserve(window: number): number {
  return Math.min(4_000, Math.floor(window / 4))
}

function tokens(flags: string, description: string): Option {
  return new Option(flags, description).argParser(parseTokens)
}

function word(flags: string, description: string, known: readonly string[]): Option {
  return new Option(flags, description).argParser(parseWord(known))
}

/**
 * Creates a subcommand with an example.
 *
 * @param description A sentence; the summary is the same in lower case, without the full stop.
 */
export function subcommand(parent: Command, name: string, description: string, example: string): Command {
  return parent
    .command(name)
    .summary(description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, ''))
    .description(description)
    .addHelpText('after', `\nExample:\n  $ ${example}`)
}
