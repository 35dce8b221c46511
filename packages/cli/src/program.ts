import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addBuild } from './commands/build.ts'
import { addContext } from './commands/context.ts'
import { addCost } from './commands/cost.ts'
import { addDiff } from './commands/diff.ts'
import { addDoctor } from './commands/doctor.ts'
import { addExplain } from './commands/explain.ts'
import { addInit } from './commands/init.ts'
import { addInspect } from './commands/inspect.ts'
import { addMcp } from './commands/mcp.ts'
import { addPostgres } from './commands/postgres.ts'
import { addSessions } from './commands/sessions.ts'
import { addSnapshot } from './commands/snapshot.ts'
import type { End } from './exit-code.ts'
import type { Io } from './io.ts'
import { paletteFor } from './palette.ts'

const examples = `
Examples:
  $ lamella init ./agent
  $ lamella build ./agent -s chat.jsonl -m "And then?" > request.json
  $ lamella explain ./agent -s chat.jsonl -m "And then?" --window 8000
  $ lamella context ./agent --session chat.jsonl
  $ lamella inspect agent.jsonl
  $ lamella doctor ./agent
  $ lamella sessions list ./data
  $ lamella mcp ./agent`

/** Creates the command line: its name, commands and outputs. */
export function createProgram(io: Io, end: End): Command {
  const { red } = paletteFor(io.stderr, io.env)
  const program = new Command('lamella')
    .description("Assembles a language model's request within a token budget, and reports what was left out.")
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples)
    .exitOverride()
    // Descriptions are wrapped in a terminal of 80 columns, however long the terms beside them.
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
      // Only the palette decides on colours; help uses none.
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      outputError: (text, write) => write(text.replace(/^error/, (word) => red(word))),
    })
  addInit(program, io)
  addBuild(program, io)
  addExplain(program, io)
  addContext(program, io)
  addDiff(program, io)
  addInspect(program, io)
  addCost(program, io)
  addDoctor(program, io, end)
  addSnapshot(program, io, end)
  addSessions(program, io, end)
  addPostgres(program, io, end)
  addMcp(program, io)
  return pointingToHelp(program)
}

/** Lets each command that fails name its help. */
function pointingToHelp(command: Command, path = command.name()): Command {
  for (const one of command.commands) {
    const name = `${path} ${one.name()}`
    if (one.commands.length === 0) one.showHelpAfterError(`('${name} --help' lists all options)`)
    pointingToHelp(one, name)
  }
  return command
}

/** Reads the file next to this one's folder, which is `src` or `dist`. */
function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}
