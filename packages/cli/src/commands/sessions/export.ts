import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Io } from '../../io.ts'
import { withStore } from '../../open-store.ts'
import { escapeControls } from '../../plain.ts'
import { cliError } from '../../problem.ts'
import { type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { write } from '../../write.ts'
import { sessionsCommand, storeArgument } from './command.ts'

interface ExportOptions extends ScopeOptions {
  readonly output?: string
}

/** `lamella sessions export`: a session as lines of JSON. */
export function addExport(parent: Command, io: Io): void {
  const example = 'lamella sessions export ./data telegram_4711 -o telegram_4711.jsonl'
  sessionsCommand(parent, 'export', 'Print a session as lines of JSON, without loss.', example)
    .argument(...storeArgument)
    .argument('<session>', 'id of the session')
    .option('-o, --output <file>', 'into a new file (default: standard output)')
    .action(async (path: string, session: string, options: ExportOptions) => {
      await withStore(path, async ({ sessions }) => {
        const lines = sessions.export(scopeOf(options), session)
        if (options.output !== undefined) return writeFile(options.output, lines)
        // On a terminal control characters must not do what they say; as JSON both are the same text.
        const shown = io.stdout.isTTY === true ? escapeControls : (line: string): string => line
        for await (const line of lines) await write(io.stdout, `${shown(line)}\n`)
      })
    })
}

/** UTF-16 units that are written at once, about. */
const atOnce = 1024 * 1024

/** Writes lines into a file that is not there yet: all of them, or no file is left. */
async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  let file: FileHandle | undefined
  let text = ''
  try {
    for await (const line of lines) {
      // Only now: where there is no such session, there is no file either.
      file ??= await create(path)
      text += `${line}\n`
      if (text.length < atOnce) continue
      await file.writeFile(text)
      text = ''
    }
    await file?.writeFile(text)
    await file?.sync()
  } catch (error) {
    if (file) await rm(path, { force: true })
    if (error instanceof Error && 'code' in error && 'syscall' in error)
      throw unwritable(path, String(error.code), error)
    throw error
  } finally {
    await file?.close()
  }
}

async function create(path: string): Promise<FileHandle> {
  return open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    throw unwritable(path, error.code, error)
  })
}

function unwritable(file: string, code: string | undefined, cause: Error): Error {
  const isThere = code === 'EEXIST'
  const message = isThere ? `There is a file at '${file}'.` : `The file '${file}' cannot be written (${code}).`
  const fix = isThere ? 'Name a new one, or move the old one away.' : 'Check the path, and the room on the disk.'
  return cliError('EXPORT_UNWRITABLE', message, fix, { file }, cause)
}
