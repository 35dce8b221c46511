import { type FileHandle, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Duplex, pipeline } from 'node:stream'
import type { BesideFile, Transcript, TranscriptFormat } from '@lamella/provider-fs/transcripts'
import { readTranscripts, recognizeTranscript } from '@lamella/provider-fs/transcripts'
import { sessionMissing } from '@lamella/store'
import { openRegular } from '../open-regular.ts'
import { firstOf, grouped } from '../text/words.ts'
import { unreadable } from '../text-lines.ts'

/** A session file of another program. */
export interface TranscriptFile {
  readonly path: string
  readonly format: TranscriptFormat
  /** Its size when it was found: a program may be writing it. */
  readonly bytes: number
  /** When it was last written. */
  readonly written: Date
}

/** How much of a file shows its form: usually a little, more where its first line is long. */
const headBytes = [4_096, 65_536]

/** Names that say what a file is: the messages of a task of Cline, and what Codex compresses after a week. */
const namesOf: readonly (readonly [RegExp, TranscriptFormat])[] = [
  [/(^|\.)api_conversation_history\.json$/, 'cline'],
  [/^rollout-.+\.jsonl\.zst$/, 'codex'],
]

/** Called with what cannot be opened, and why. */
export type Unopened = (path: string, error: unknown) => void

/** Returns the session file at a path; `undefined` for anything else, such as a folder, a recording or a store. */
export async function transcriptAt(path: string, unopened: Unopened = () => {}): Promise<TranscriptFile | undefined> {
  const file = await openRegular(path).catch((error: unknown) => unopened(path, error))
  if (!file) return undefined
  try {
    const { size, mtime } = await file.stat()
    let format = namesOf.find(([name]) => name.test(basename(path)))?.[1]
    for (const most of format === 'codex' ? [] : headBytes) {
      const head = Buffer.alloc(Math.min(most, size))
      await file.read(head, 0, head.length, 0)
      format = recognizeTranscript(head.toString('utf8')) ?? format
      if (format !== undefined || size <= most) break
    }
    return format && { path, format, bytes: size, written: mtime }
  } finally {
    await file.close()
  }
}

/** Folders that have no sessions of their own: those of sub-agents belong to the session beside them. */
const passedOver = ['node_modules', 'subagents', 'tool-results']

/** Finds the session files in a folder and the folders in it, by path. Links are not followed. */
export async function transcriptsIn(folder: string, unopened: Unopened): Promise<readonly TranscriptFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    unopened(folder, error)
    return []
  })
  const found = await Promise.all(
    entries
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry): Promise<readonly TranscriptFile[]> => {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) return passedOver.includes(entry.name) ? [] : transcriptsIn(path, unopened)
        const file =
          entry.isFile() && /\.jsonl?(\.zst)?$|\.db$/.test(entry.name) ? await transcriptAt(path, unopened) : undefined
        return file ? [file] : []
      }),
  )
  return found.flat()
}

/** How to read a session file. */
export interface ReadFileOptions {
  readonly format?: string | undefined
  readonly partLimit?: number | undefined
  readonly size?: number | undefined
}

/**
 * Reads a session file, with what belongs to it: sub-agents and screens beside it, and the session that it was forked from.
 *
 * @throws LamellaError `TRANSCRIPT_UNKNOWN`
 */
export async function readTranscriptFile(
  path: string,
  { format, partLimit, size }: ReadFileOptions = {},
): Promise<readonly Transcript[]> {
  const beside = await filesBeside(path)
  const read = async (others: readonly BesideFile[]): Promise<readonly Transcript[]> =>
    readTranscripts(bytesOf(path), { format, partLimit, size, beside: others })
  const found = await read(beside)
  const [first] = found
  if (first?.format !== 'codex' || first.forkedFrom === undefined) return found
  const parent = await rolloutOf(path, first.forkedFrom)
  return parent === undefined ? found : read([{ name: basename(parent), content: bytesOf(parent) }])
}

/**
 * Reads one session of a file: that of an id, by default the first; `undefined` if the path is something else.
 *
 * @throws LamellaError `SESSION_MISSING`, `TRANSCRIPT_UNKNOWN`
 */
export async function readTranscript(path: string, id: string | undefined): Promise<Transcript | undefined> {
  const file = await transcriptAt(path)
  if (!file) return undefined
  const found = await readTranscriptFile(path, { format: file.format })
  const chosen = id === undefined ? found[0] : found.find((one) => one.id === id)
  if (!chosen) throw sessionMissing(id ?? path)
  return chosen
}

/** Returns the messages that a session shows: the file of a sub-agent has nothing but those. */
export function shownOf({ path, subagents }: Transcript): Transcript['path'] {
  return path.length > 0 ? path : (subagents[0]?.path ?? [])
}

/** Returns the first notes about a session as text. */
export function noteTexts({ notes }: Transcript): readonly string[] {
  const texts = notes.map(({ line, text }) => (line === undefined ? text : `Line ${grouped(line)}: ${text}`))
  return firstOf(texts, ': `lamella inspect --json` prints all')
}

const pieceBytes = 1024 * 1024

/** Reads a file up to the length that it has now. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  let file: FileHandle | undefined
  try {
    file = await openRegular(path)
    const { size } = await file.stat()
    const highWaterMark = Math.min(size, pieceBytes)
    if (size === 0) return
    const stream = file.createReadStream({ autoClose: false, end: size - 1, highWaterMark })
    yield* path.endsWith('.zst') ? pipeline(stream, await decompressor(), () => {}) : stream
  } catch (cause) {
    throw unreadable(path, cause)
  } finally {
    await file?.close()
  }
}

async function decompressor(): Promise<Duplex> {
  const { createZstdDecompress } = (await import('node:zlib')) as { createZstdDecompress?: () => Duplex }
  if (createZstdDecompress) return createZstdDecompress()
  const code = 'it is compressed, and only Node.js 22.15 and later can decompress it; `zstd -d` can, too'
  throw Object.assign(new Error(code), { code })
}

async function filesBeside(path: string): Promise<readonly BesideFile[]> {
  const [folder, name] = [dirname(path), basename(path)]
  const agents = join(folder, name.replace(/\.jsonl$/, ''), 'subagents')
  const own = name.endsWith('api_conversation_history.json')
    ? ['ui_messages.json', 'history_item.json'].map((one) => name.replace('api_conversation_history.json', () => one))
    : [name.replace(/\.jsonl$/, '.meta.json')].filter((one) => one !== name)
  // Those of a workflow are in a folder of its own.
  const inside = await readdir(agents, { recursive: true }).catch(() => [])
  const paths = inside
    .sort()
    .filter((one) => /^agent-.+\.jsonl?$/.test(basename(one)))
    .map((one) => join(agents, one))
  for (const one of own.map((name) => join(folder, name))) if (await isFile(one)) paths.push(one)
  return paths.map((one) => ({ name: basename(one), content: bytesOf(one) }))
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Finds the rollout of a session in the folders of its days. */
async function rolloutOf(path: string, session: string): Promise<string | undefined> {
  let folder = dirname(path)
  while (/^\d{2,4}$/.test(basename(folder))) folder = dirname(folder)
  const names = await readdir(folder, { recursive: folder !== dirname(path) }).catch(() => [])
  const found = names.find((name) => name.includes(session) && /\.jsonl(\.zst)?$/.test(name))
  return found === undefined ? undefined : join(folder, found)
}
