import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { cliError } from '../problem.ts'

const fix =
  "Pass a file that a recorder has written: `builder.observe(recorder(recordTo('agent.jsonl')))` of @lamella/inspector. " +
  'For a session, pass its workspace and --session.'

/** A recording begins with its header, or with a torn line before it. */
const mostLines = 100

/**
 * Checks that a file is a recording, by its beginning. One that has no builds yet is fine: they may still come.
 *
 * @throws LamellaError `RECORDING_UNREADABLE`, `RECORDING_INVALID`
 */
export async function checkRecording(file: string): Promise<void> {
  let count = 0
  try {
    const input = createReadStream(file, 'utf8')
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isHeader(line)) {
        input.destroy()
        return
      }
      if (++count === mostLines) break
    }
    input.destroy()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw cliError('RECORDING_UNREADABLE', `'${file}' cannot be read${code}.`, fix, { file })
  }
  const what = `'${file}' is not a recording: it does not begin with the header of one.`
  throw cliError('RECORDING_INVALID', what, fix, { file })
}

/** Reads a whole recording as text. */
export function readRecordingFile(file: string): Promise<string> {
  return readFile(file, 'utf8')
}

function isHeader(line: string): boolean {
  try {
    const { lamella, spec } = JSON.parse(line) as { readonly lamella?: unknown; readonly spec?: unknown }
    return lamella === 'recording' && spec === 1
  } catch {
    return false
  }
}
