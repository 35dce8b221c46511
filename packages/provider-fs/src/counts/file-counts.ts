import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type CountMemory, type CountMemoryOptions, createCountMemory } from '@lamella/core'
import { checkOptions, isObject, mustBeWhole } from '@lamella/core/plugin'
import { makeFolder, privateMode } from '../disk/durable.ts'
import { checkPath } from '../disk/file-name.ts'
import { parsedJson } from '../json.ts'

/** A memory of token counts that outlives its process. */
export interface FileCounts extends CountMemory {
  /**
   * Adds the new counts to the file, together with those that other processes have written meanwhile. Does nothing if nothing
   * is new.
   *
   * @returns `false` if the file could not be written, or is of a newer version: the next process then counts again.
   */
  save(): Promise<boolean>
}

export interface FileCountsOptions extends CountMemoryOptions {
  /** The most counts in the file, of all tokenizers together, about 30 bytes each; those used last stay. Default 20,000. */
  readonly maxCounts?: number | undefined
}

/** Tokens by a hash of the text, by the name of the tokenizer; oldest first. */
type Counts = Map<string, Map<string, number>>

/** The version of the format. */
const version = 1

/** A counts file as read. */
interface CountsText {
  readonly counts: Counts
  /** Fields that a later release has added. */
  readonly others: object
  /** Whether the file is of a newer version: it has no counts for this release, which must not replace it. */
  readonly isNewer: boolean
}

const noCounts: CountsText = { counts: new Map(), others: {}, isNewer: false }

/** Counting a shorter text takes less time than hashing it. */
const shortText = 32

/**
 * Opens a memory of token counts in a file, so that a new process does not count again what an earlier one has counted. A
 * count belongs to the content of a text (128 bits of its SHA-256) and to the name of a tokenizer, so none is ever out of
 * date. Only counts of exact tokenizers are written: an estimate may change with the version of its package.
 *
 * The file may be deleted at any time, and several processes may use it. One that is damaged, or is something else, counts as
 * empty; `save` replaces it. One of a newer version counts as empty, too, and is left as it is: a cache is no reason to fail.
 * Whoever can write it can falsify counts: keep it where only the program can write.
 *
 * @param path The file, such as `.cache/counts.json`. Its folder is created by `save`.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const counts = await fileCounts('.cache/counts.json')
 * const assembler = createContextAssembler({ sessionStore, scope }, { model: 'gpt-4o', counts })
 * await counts.save() // after a request, or before the process ends
 */
export async function fileCounts(path: string, options: FileCountsOptions = {}): Promise<FileCounts> {
  const { maxCounts = 20_000, ...limits } = checkOptions('fileCounts', options, {
    maxCounts: mustBeWhole(0),
    maxCharacters: mustBeWhole(0),
    maxEntries: mustBeWhole(0),
  })
  const file = resolve(checkPath('fileCounts', path, 'path'))
  const { counts: known } = await countsOf(file)
  const memory = createCountMemory(limits)
  /** What this process has used, by tokenizer. */
  const used: Counts = new Map()
  let isNew = false
  return {
    countsOf: (tokenizer) => {
      const recall = memory.countsOf(tokenizer)
      if (tokenizer.exact !== true) return recall
      const { name } = tokenizer
      return (text, count) => {
        if (text.length < shortText) return recall(text, count)
        return recall(text, (unknown) => {
          const key = keyOf(unknown)
          const own = used.get(name) ?? new Map<string, number>()
          used.set(name, own)
          const stored = own.get(key) ?? known.get(name)?.get(key)
          const tokens = stored ?? count(unknown)
          isNew ||= stored === undefined
          own.delete(key)
          own.set(key, tokens)
          if (own.size > maxCounts) own.delete(own.keys().next().value as string)
          return tokens
        })
      }
    },
    save: async () => {
      if (!isNew) return true
      const written = [...used].map(([name, counts]) => [name, new Map(counts)] as const)
      isNew = false
      const before = await countsOf(file)
      const isSaved = !before.isNewer && (await replace(file, textOfCounts(before, written, maxCounts)))
      if (!isSaved) isNew = true
      return isSaved
    },
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('base64url').slice(0, 22)
}

async function countsOf(file: string): Promise<CountsText> {
  try {
    return countsIn(await readFile(file, 'utf8'))
  } catch {
    // There is none, or it cannot be read: everything is counted again.
    return noCounts
  }
}

/** Replaces the file as a whole: no reader sees a part of it. Each writer has a temporary file of its own. */
async function replace(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}.new`
  try {
    await makeFolder(dirname(file), false)
    await writeFile(temporary, text, { flag: 'wx', mode: privateMode.file })
    await rename(temporary, file)
    return true
  } catch {
    await rm(temporary, { force: true }).catch(() => {})
    return false
  }
}

/** Reads the text of a counts file. What is not a count of this version is left out. */
function countsIn(text: string): CountsText {
  const value = parsedJson(text)
  const { lamella, version: found, tokenizers, ...others } = isObject(value) ? value : {}
  if (lamella !== 'counts' || !isObject(tokenizers)) return noCounts
  if (typeof found === 'number' && found > version) return { ...noCounts, isNewer: true }
  if (found !== version) return noCounts
  const counts = new Map(
    Object.entries(tokenizers).map(([name, counts]) => [
      name,
      new Map(Object.entries(isObject(counts) ? counts : {}).filter(isCount)),
    ]),
  )
  return { counts, others, isNewer: false }
}

/** Writes counts, those used last at the end, without the oldest ones of which there are too many. */
function textOfCounts(
  { counts: before, others }: CountsText,
  used: readonly (readonly [name: string, counts: ReadonlyMap<string, number>])[],
  most: number,
): string {
  const all = new Map([...before].map(([name, counts]) => [name, new Map(counts)]))
  for (const [name, counts] of used) {
    const own = all.get(name) ?? new Map<string, number>()
    // Tokenizers that were used last are at the end, too.
    all.delete(name)
    all.set(name, own)
    for (const [key, tokens] of counts) {
      own.delete(key)
      own.set(key, tokens)
    }
  }
  let tooMany = Math.max(0, [...all.values()].reduce((sum, { size }) => sum + size, 0) - most)
  for (const [name, counts] of all) {
    for (const key of counts.keys()) {
      if (tooMany === 0) break
      counts.delete(key)
      tooMany--
    }
    if (counts.size === 0) all.delete(name)
  }
  const tokenizers = Object.fromEntries([...all].map(([name, counts]) => [name, Object.fromEntries(counts)]))
  return `${JSON.stringify({ lamella: 'counts', version, ...others, tokenizers })}\n`
}

function isCount(entry: [string, unknown]): entry is [string, number] {
  return entry[0].length === 22 && Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0
}
