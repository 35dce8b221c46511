import type { ReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isLamellaError } from '@lamella/core'
import { readRecording } from '@lamella/inspector'
import { openRegular } from '../open-regular.ts'
import { cliError, codeOf } from '../problem.ts'

const fix =
  "Pass a file that a recorder has written: `builder.observe(recorder(recordTo('agent.jsonl')))` of @lamella/inspector. " +
  'For a session, pass its workspace and --session.'

const otherPaths =
  'Check the path: of a recording, a session, or a folder with sessions, such as `~/.claude/projects` of Claude Code or ' +
  '`~/.codex/sessions` of Codex.'

/** A recording begins with its header, or with a torn line before it. */
const mostLines = 100

/** A line of another file may have no end. */
const mostBytes = 16 * 1024 ** 2

/**
 * Checks that a file is a recording, by its beginning. One that has no builds yet is fine: they may still come.
 *
 * @throws LamellaError `RECORDING_UNREADABLE`, `RECORDING_INVALID`, `FORMAT_NEWER`
 */
export async function checkRecording(file: string): Promise<void> {
  let count = 0
  let input: ReadStream | undefined
  try {
    input = (await openRegular(file)).createReadStream({ encoding: 'utf8', end: mostBytes })
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isHeader(line)) return
      if (++count === mostLines) break
    }
  } catch (cause) {
    if (isLamellaError(cause)) throw cause
    const what = `The file '${file}' cannot be read (${codeOf(cause)}).`
    throw cliError('RECORDING_UNREADABLE', what, otherPaths, { file }, cause)
  } finally {
    input?.destroy()
  }
  const what = `'${file}' is neither a recording nor a session of a program that is known.`
  throw cliError('RECORDING_INVALID', what, fix, { file })
}

/** @throws LamellaError `FORMAT_NEWER` */
function isHeader(line: string): boolean {
  try {
    const { lamella } = JSON.parse(line) as { readonly lamella?: unknown }
    if (lamella !== 'recording') return false
  } catch {
    return false
  }
  return readRecording([line]).problems.length === 0
}
