import { type Command, Option } from 'commander'
import { contextDiff } from '../diff/context-diff.ts'
import { diffMarkdown, diffText } from '../diff/write-diff.ts'
import type { Io } from '../io.ts'
import { paletteFor } from '../palette.ts'
import { parseDay } from '../parse.ts'
import { toJson } from '../plain.ts'
import { readBuild } from '../recordings/read-build.ts'

interface DiffOptions {
  readonly json?: true
  readonly markdown?: true
  readonly model?: string
  readonly day?: string
}

const examples = `
Examples:
  $ lamella build ./agent --message "Hello" --record agent.jsonl > /dev/null
  $ lamella diff main.jsonl branch.jsonl --markdown
  $ lamella diff agent.jsonl#3 agent.jsonl#4

FILE#3 is the third build of a recording, FILE its last.`

/** Adds `lamella diff`: compares two recorded builds. */
export function addDiff(program: Command, io: Io): void {
  program
    .command('diff')
    .argument('<before>', 'a recording, and after # the number of a build')
    .argument('<after>', 'the recording to compare with it')
    .addOption(new Option('--json', 'as JSON').conflicts('markdown'))
    .option('--markdown', 'as Markdown, for a pull request')
    .option('--model <name>', 'the model of builds that name none, for what they cost')
    .option('--day <date>', 'the day whose prices apply, such as 2027-01-31', parseDay)
    .summary('compare two recorded builds')
    .description(
      'Prints what changed from one recorded build to another: tokens, fragments, tools, the cached prefix, and cost.',
    )
    .addHelpText('after', examples)
    .action(async (before: string, after: string, options: DiffOptions) => {
      const diff = contextDiff(await readBuild(before, io), await readBuild(after, io), options)
      if (options.json) io.stdout.write(`${toJson(diff)}\n`)
      else if (options.markdown) io.stdout.write(diffMarkdown(diff))
      else io.stdout.write(diffText(diff, paletteFor(io.stdout, io.env)))
    })
}
