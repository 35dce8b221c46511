import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Io } from '../../io.ts'
import { withStore } from '../../open-store.ts'
import { escapeControls } from '../../plain.ts'
import { exportUnwritable } from '../../problem.ts'
import { type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { write } from '../../write.ts'
import { sessionsCommand, storeArgument } from './command.ts'

interface ExportOptions extends ScopeOptions {
  readonly output?: string
}

/** Adds `lamella sessions export`: prints a session as JSON lines. */
export function addExport(parent: Command, io: Io): void {
  const example = 'lamella sessions export ./data telegram_4711 -o telegram_4711.jsonl'
  sessionsCommand(parent, 'export', 'Print a session as JSON lines, without loss.', example)
    .argument(...storeArgument)
    .argument('<session>', 'id of the session')
    .option('-o, --output <file>', 'write to a new file (default: standard output)')
    .action(async (path: string, session: string, options: ExportOptions) => {
      await withStore(path, async ({ sessions }) => {
        const lines = sessions.transfer.export(scopeOf(options), session)
        if (options.output !== undefined) return writeFile(options.output, lines)
        // A terminal must not interpret control characters; in JSON the escaped text is equivalent.
        const shown = io.stdout.isTTY === true ? escapeControls : (line: string): string => line
        for await (const line of lines) await write(io.stdout, `${shown(line)}\n`)
      })
    })
}

/** Approximate number of UTF-16 units per write. */
const writeSize = 1024 * 1024

/** Writes lines to a new file: either all of them, or no file remains. */
async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  let file: FileHandle | undefined
  let text = ''
  try {
    for await (const line of lines) {
      // Created only now, so that a missing session leaves no file.
      file ??= await create(path)
      text += `${line}\n`
      if (text.length < writeSize) continue
      await file.writeFile(text)
      text = ''
    }
    await file?.writeFile(text)
    await file?.sync()
  } catch (error) {
    if (file) await rm(path, { force: true })
    throw error instanceof Error && 'code' in error && 'syscall' in error ? exportUnwritable(path, error) : error
  } finally {
    await file?.close()
  }
}

async function create(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((error: unknown) => {
    throw exportUnwritable(path, error)
  })
}
