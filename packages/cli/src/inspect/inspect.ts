import { spawn } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { recorder } from '@lamella/inspector'
import { inspectorPage, serveInspector } from '@lamella/inspector/node'
import { assemble } from '../assemble.ts'
import type { Io } from '../io.ts'
import type { RequestOptions } from '../options.ts'
import { exportUnwritable } from '../problem.ts'
import { inspectTranscripts, isWorkspace } from '../transcripts/inspect-transcripts.ts'
import { inform, warn } from '../write.ts'
import { checkRecording } from './recording-file.ts'

/** The parsed options of `inspect`. */
export interface InspectOptions extends RequestOptions {
  readonly out?: string
  readonly open?: true
  readonly port: number
  readonly json?: true
}

/**
 * Shows a recording or a request: serves the page until the program is interrupted, or writes it to a file.
 *
 * @param refuse called with what the target is, if options of a request would have no meaning for it
 * @throws LamellaError `RECORDING_UNREADABLE`, `RECORDING_INVALID`, `EXPORT_UNWRITABLE`, and those of `assemble`
 */
export async function inspect(
  target: string,
  options: InspectOptions,
  io: Io,
  refuse: (what: string) => void,
): Promise<void> {
  const { out, port, json = false } = options
  if (await inspectTranscripts(target, json, io)) return
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => undefined,
  )
  if (isFolder) {
    if (!(await isWorkspace(target))) warn(io, `lamella: '${target}' has neither sessions nor files of a workspace.`)
    const lines = await record(target, options, io)
    return out === undefined ? serve({ lines, port }, options, io) : write(out, lines, basename(target))
  }
  if (isFolder === false) refuse(`'${target}' is a file`)
  await checkRecording(target)
  if (out !== undefined) return write(out, await readFile(target, 'utf8'), basename(target))
  return serve({ files: [target], port }, options, io)
}

/** Builds the request that the options describe, and returns its recording. */
async function record(folder: string, options: InspectOptions, io: Io): Promise<readonly string[]> {
  const lines: string[] = []
  const problems: unknown[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) }, { onError: (error) => problems.push(error) })
  try {
    await assemble(folder, options, io, [tracer])
  } finally {
    await tracer.flush()
  }
  for (const problem of problems) throw problem
  return lines
}

async function serve(served: Parameters<typeof serveInspector>[0], options: InspectOptions, io: Io): Promise<void> {
  const { url, close } = await serveInspector(served)
  io.stdout.write(`${url}\n`)
  inform(io, 'lamella: the page is at this address until you press Ctrl+C.')
  if (options.open) openInBrowser(url)
  await io.interrupted()
  await close()
}

async function write(file: string, recording: string | readonly string[], name: string): Promise<void> {
  const page = inspectorPage({ recording, name })
  try {
    // A page has what was said: only for who runs the program. It replaces nothing.
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(page)
    await handle.close()
  } catch (error) {
    throw exportUnwritable(file, error)
  }
}

/** The address was printed, so it does not matter whether a browser opens. */
function openInBrowser(url: string): void {
  const [program, ...rest] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open']
  const child = spawn(program ?? 'xdg-open', [...rest, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
