import { isAbsolute, relative } from 'node:path'
import type { Command } from 'commander'
import type { End } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { subcommand } from '../options.ts'
import { type Palette, paletteFor } from '../palette.ts'
import { plain } from '../plain.ts'
import { readSnapshotConfig } from '../snapshots/snapshot-config.ts'
import { type TakenSnapshot, takeSnapshot, writeSnapshot } from '../snapshots/take-snapshots.ts'
import { counted } from '../text/words.ts'

const defaultConfig = 'lamella.snapshots.json'

const example = `
A config names requests, with the options of 'lamella build' and paths from its
own folder:
  { "requests": [
    { "name": "hello", "workspace": "./agent", "message": "Hello" }
  ] }

Example:
  $ lamella snapshot update && git add snapshots
  $ lamella snapshot check`

/** Adds `lamella snapshot`: keeps snapshots of requests in files, and finds changes. */
export function addSnapshot(program: Command, io: Io, end: End): void {
  const parent = program
    .command('snapshot')
    .summary('keep snapshots of requests, and find what has changed')
    .description('Keeps snapshots of requests in files: fragments, tokens, and why others were dropped.')
    .addHelpText('after', example)
  const command = (name: string, description: string): Command =>
    subcommand(parent, name, description, `lamella snapshot ${name} ${defaultConfig}`).argument(
      '[config]',
      'the requests, as JSON',
      defaultConfig,
    )
  command('check', 'Compare requests with their snapshots; exit code 1 when one differs or is missing.').action(
    async (config: string) => {
      const { differing, all } = await compare(config, io)
      for (const one of differing) io.stdout.write(await differenceOf(one, paletteFor(io.stdout, io.env)))
      io.stdout.write(`${[counted(all, 'snapshot'), ...outcomes(differing)].join(', ')}\n`)
      if (differing.length === 0) return
      const isNew = differing.every(({ kept }) => kept === undefined)
      const what = isNew ? `Write ${differing.length === 1 ? 'it' : 'them'}` : 'Accept the changes'
      io.stdout.write(`${what} with: lamella snapshot update ${plain(config)}\n`)
      end(1)
    },
  )
  command('update', 'Write the snapshots that are missing or differ.').action(async (config: string) => {
    const { differing, all } = await compare(config, io)
    for (const one of differing) {
      await writeSnapshot(one)
      io.stdout.write(`${one.kept === undefined ? 'added' : 'updated'} ${shown(one.file)}\n`)
    }
    io.stdout.write(`${counted(all, 'snapshot')}, ${differing.length} written\n`)
  })
}

/** Returns how many snapshots differ and how many are missing. */
function outcomes(all: readonly TakenSnapshot[]): readonly string[] {
  if (all.length === 0) return ['none differs']
  const missing = all.filter(({ kept }) => kept === undefined).length
  const differing = all.length - missing
  return [
    ...(differing > 0 ? [`${differing} ${differing === 1 ? 'differs' : 'differ'}`] : []),
    ...(missing > 0 ? [`${missing} ${missing === 1 ? 'is' : 'are'} missing`] : []),
  ]
}

async function compare(
  config: string,
  io: Io,
): Promise<{ readonly differing: readonly TakenSnapshot[]; readonly all: number }> {
  const requests = await readSnapshotConfig(config)
  const differing: TakenSnapshot[] = []
  // One after the other: a workspace may be large.
  for (const request of requests) {
    const taken = await takeSnapshot(request, io)
    if (taken.now !== taken.kept) differing.push(taken)
  }
  return { differing, all: requests.length }
}

/** A path as short as it can be: from the current folder, if it is in it. */
function shown(file: string): string {
  const path = relative('', file)
  return plain(path.startsWith('..') || isAbsolute(path) ? file : path)
}

/** Returns a difference line by line, with three lines around each change. */
async function differenceOf(
  { name, file, kept, now }: TakenSnapshot,
  { bold, red, green, cyan }: Palette,
): Promise<string> {
  if (kept === undefined) return `${bold(name)}: ${shown(file)} is missing\n\n`
  const { structuredPatch } = await import('diff')
  const { hunks } = structuredPatch(file, file, kept, now, '', '', { context: 3 })
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...changed.map((line) => {
      const paint = line.startsWith('+') ? green : line.startsWith('-') ? red : String
      return paint(plain(line))
    }),
  ])
  return `${[`${bold(name)}: ${shown(file)} differs`, ...lines].join('\n')}\n\n`
}
