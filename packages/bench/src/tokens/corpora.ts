import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const root = new URL('../../../', import.meta.url)

/** Texts of one kind, and the claims about them. */
export interface Corpus {
  readonly texts: readonly string[]
  /** The claimed speed-ups over the best peer and over `tiktoken`. */
  readonly best: number
  readonly tiktoken?: number
}

/** Collects the pages and sources of this repository, records, and the messages of a compiler in three languages. */
export function corpora(): Readonly<Record<string, Corpus>> {
  const english = filesBelow(new URL('docs/', root).pathname, '.md')
  const code = filesBelow(new URL('packages/', root).pathname, '.ts')
  const records = Array.from({ length: 12_000 }, (_, i) => ({
    id: `R${i * 7919}`,
    passenger: { first_name: 'Ann', last_name: `Lee${i % 97}`, dob: '1990-04-12' },
    total: i * 3.5,
  }))
  // The sentences of the pages, unchanged: messages of the usual length.
  const sentences = english.split(/(?<=[.:|])\s+/).filter(({ length }) => length > 20 && length < 400)
  const messages = Array.from({ length: 10_000 }, (_, i) => sentences[i % sentences.length] as string)
  const localized = (language: string): string => {
    const file = require.resolve(`typescript/lib/${language}/diagnosticMessages.generated.json`)
    return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>).join('\n')
  }
  return {
    English: { texts: [megabyte(english)], best: 2.5, tiktoken: 5 },
    code: { texts: [megabyte(code)], best: 2.5, tiktoken: 5 },
    JSON: { texts: [megabyte(JSON.stringify(records))], best: 2.5, tiktoken: 5 },
    'short messages': { texts: messages, best: 2.5, tiktoken: 5 },
    Chinese: { texts: [megabyte(localized('zh-cn'))], best: 1.8 },
    Russian: { texts: [megabyte(localized('ru'))], best: 1.8 },
    Japanese: { texts: [megabyte(localized('ja'))], best: 1.8 },
  }
}

/** Reads all files with an ending. Packages link to each other: links are not followed, or there would be no end. */
function filesBelow(folder: string, ending: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.includes('node_modules') && !file.includes('dist'))
  // Peers throw if a text contains special tokens.
  return files.map((file) => readFileSync(file, 'utf8').replaceAll('<|', '< |')).join('\n')
}

/** Repeats a text that is too short and cuts one that is too long. */
function megabyte(text: string): string {
  const bytes = Buffer.from(text.repeat(Math.ceil(1_000_000 / Buffer.byteLength(text))))
  return bytes
    .subarray(0, 1_000_000)
    .toString()
    .replace(/\uFFFD{1,3}$/, '')
}
