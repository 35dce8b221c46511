import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const folder = process.env['LAMELLA_DATA'] ?? ''

/** A message, or a passage that is of no conversation. */
export interface Said {
  readonly id: string
  readonly text: string
  readonly session: string | undefined
  readonly speaker: string | undefined
  /** ISO 8601. */
  readonly date: string | undefined
}

export interface Question {
  readonly text: string
  readonly relevant: readonly string[]
}

/** Texts that are searched together, and the questions about them. */
export interface Group {
  readonly name: string
  readonly texts: readonly Said[]
  readonly questions: readonly Question[]
}

interface Row {
  readonly id: string
  readonly text: string
  readonly group?: string
  readonly session?: number
  readonly speaker?: string
  readonly ts?: string
  readonly relevant?: readonly string[]
}

/** Returns why a set cannot be read, if it cannot. */
export function missing(set: string): string | undefined {
  if (folder === '') return 'LAMELLA_DATA, the folder of outside test data, is not set'
  const docs = join(folder, 'retrieval', set, 'docs.jsonl')
  return existsSync(docs) || existsSync(`${docs}.gz`) ? undefined : `the folder in LAMELLA_DATA has no retrieval/${set}`
}

/** Reads a set. Questions without an answer are left out. */
export function readGroups(set: string): readonly Group[] {
  const texts = new Map<string, Said[]>()
  for (const { id, text, group = '', session, speaker, ts } of rowsOf(set, 'docs')) {
    const said = { id, text, session: session === undefined ? undefined : `${session}`, speaker, date: ts }
    texts.set(group, [...(texts.get(group) ?? []), said])
  }
  const questions = new Map<string, Question[]>()
  for (const { text, group = '', relevant = [] } of rowsOf(set, 'queries')) {
    if (relevant.length > 0) questions.set(group, [...(questions.get(group) ?? []), { text, relevant }])
  }
  return [...texts].map(([name, own]) => ({ name, texts: own, questions: questions.get(name) ?? [] }))
}

function rowsOf(set: string, name: string): readonly Row[] {
  const path = join(folder, 'retrieval', set, `${name}.jsonl`)
  const lines = existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(`${path}.gz`)).toString('utf8')
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}
