import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { cliError } from '../problem.ts'

/** A recording begins with its header, or with a torn line before it. */
const mostLines = 100

/**
 * Checks that a file is a recording, by its beginning. One that has no builds yet is fine: they may still come.
 *
 * @throws LamellaError `RECORDING_UNRECOGNIZED`
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
    throw unrecognized(file, `'${file}' cannot be read${code}.`)
  }
  throw unrecognized(file, `'${file}' is not a recording: it does not begin with the header of one.`)
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

function unrecognized(file: string, what: string): Error {
  const fix =
    "Pass a file that a recorder has written: `builder.observe(recorder(recordTo('agent.jsonl')))` of @lamella/inspector. " +
    'For a session, pass its workspace and --session.'
  return cliError('RECORDING_UNRECOGNIZED', what, fix, { file })
}
