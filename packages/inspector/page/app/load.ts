import { readTranscripts, recognizeTranscript, type TranscriptInput } from '@lamella/provider-fs/transcripts'
import { batch } from '@preact/signals'
import { recordingReader } from '../../src/recording/read-recording.ts'
import { detectFormat } from '../requests/foreign-request.ts'
import type { App } from './app.ts'
import { entriesOf, type RequestEntry } from './entry.ts'

/** Reads what a source has, and what it gets later. */
export interface Feed {
  read(lines: readonly string[]): void
}

/** Opens a recording as a source of entries. */
export function openFeed(app: App, source: string): Feed {
  const reader = recordingReader()
  const lasts = new Map<string, number>()
  let seen = 0
  let told = 0
  return {
    read: (lines) => {
      try {
        reader.read(lines)
      } catch (error) {
        const problem = `${source}: ${String(error)}`
        if (!app.problems.value.includes(problem)) app.problems.value = [...app.problems.value, problem]
      }
      const { builds, problems } = reader
      const fresh = builds.slice(seen)
      seen = builds.length
      batch(() => {
        if (fresh.length > 0) app.add(entriesOf(app.entries.value.length, source, fresh, lasts))
        if (problems.length > told) {
          const [first] = problems.slice(told)
          const count = problems.length
          const more = count > 1 ? ` ${count} lines were skipped.` : ''
          app.problems.value = [...app.problems.value, `${source}, line ${first?.line}: ${first?.problem}.${more}`]
          told = count
        }
      })
    },
  }
}

/** As much of a file as shows what it is. */
const head = 262_144

/** The most characters of one text of a session that are kept: what is longer is cut, and nobody reads that in a page. */
const partLimit = 100_000

/** Shows a session of another agent; what cannot be read of it is said. */
async function openSession(app: App, source: string, input: TranscriptInput, size: number): Promise<void> {
  const first = app.entries.value.length
  try {
    const sessions = await readTranscripts(input, { partLimit, size })
    app.add(sessions.map((session) => ({ kind: 'session', source, session })))
    app.select(app.entries.value.length - 1)
  } catch (error) {
    app.problems.value = [...app.problems.value, `${source}: ${String(error)}`]
  }
  tell(app, source, first)
}

function tell(app: App, source: string, first: number): void {
  const added = app.entries.value.length - first
  app.status.value = `${source}: ${added} ${added === 1 ? 'entry' : 'entries'}`
}

/** Shows a text: a recording, a request that another program made, a list of such requests, or a session of another agent. */
export function openText(app: App, source: string, text: string): void {
  if (recognizeTranscript(text.slice(0, head))) return void openSession(app, source, text, text.length)
  const first = app.entries.value.length
  const requests = requestsIn(text, source)
  if (requests.length > 0) app.add(requests)
  else openFeed(app, source).read(text.split('\n'))
  const added = app.entries.value.length - first
  if (added > 0) app.select(first + added - 1)
  else if (app.problems.value.length === 0) app.problems.value = [`${source} is empty.`]
  tell(app, source, first)
}

/** Reads files that were chosen or dropped. */
export async function openFiles(app: App, files: Iterable<File>): Promise<void> {
  app.problems.value = []
  for (const file of files) {
    try {
      if (recognizeTranscript(await file.slice(0, head).text()))
        await openSession(app, file.name, piecesOf(file), file.size)
      else openText(app, file.name, await file.text())
    } catch (error) {
      app.problems.value = [...app.problems.value, `${file.name}: ${String(error)}`]
    }
  }
}

/** The bytes of a file, a piece at a time: it may be larger than a text can be. Not every browser can iterate over a stream. */
async function* piecesOf(file: File): AsyncIterable<Uint8Array> {
  const reader = file.stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
}

function requestsIn(text: string, source: string): readonly RequestEntry[] {
  // Recordings are long: their lines are parsed once.
  if (text.slice(0, 200).includes('"lamella":"recording"')) return []
  const whole = parsed(text)
  const values = Array.isArray(whole) ? whole : whole === undefined ? text.split('\n').map(parsed) : [whole]
  return values.flatMap((value) => {
    const body = bodyIn(value)
    return body ? [{ kind: 'request', source, body }] : []
  })
}

/** A request may stand in a record of a log. */
function bodyIn(value: unknown): RequestEntry['body'] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as Readonly<Record<string, unknown>>
  if (record['lamella'] === 'recording' || 'build' in record) return undefined
  if (detectFormat(record)) return record
  const { body, request } = record
  return [body, request].map((one) => (typeof one === 'string' ? parsed(one) : one)).find(isBody)
}

function isBody(value: unknown): value is RequestEntry['body'] {
  return typeof value === 'object' && value !== null && detectFormat(value as RequestEntry['body']) !== undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
