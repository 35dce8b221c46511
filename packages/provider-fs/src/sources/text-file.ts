import type { TextSource } from '@lamella/core'
import { type Checks, checkOptions, mustBeNumber, mustBeWhole, type SourceText } from '@lamella/core/plugin'
import type { FileReader, FileText } from '../read/file-reader.ts'
import { withoutFrontMatter } from './front-matter-block.ts'

/** Options for reading an instruction file. */
export interface TextFileOptions {
  /** Milliseconds for which the text is cached without checking the disk. Default 5,000. */
  readonly ttl?: number
  /** The maximum number of UTF-16 units, marker included. Default: the reader's limit. */
  readonly maxChars?: number
}

export const textFileChecks: Checks<TextFileOptions> = { ttl: mustBeNumber(0), maxChars: mustBeWhole(0) }

/** Default time to live of instruction files, in milliseconds. */
export const shortTtl = 5_000

/**
 * Creates a source that reads one file as text, without front matter: `undefined` when it is missing, an empty text
 * with notices when it cannot be used.
 *
 * @param path relative to the reader's root
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const layer = system({ soul: textFile(reader, 'SOUL.md') })
 */
export function textFile(reader: FileReader, path: string, options: TextFileOptions = {}): TextSource {
  checkOptions('textFile', options, textFileChecks)
  const { ttl = shortTtl, ...limits } = options
  const sourceText = createSourceText()
  return {
    read: async (_scope, { signal }) => sourceText(await reader.read(path, { ttl, signal, ...limits })),
  }
}

/**
 * Converts a file to a source text without front matter. Returns the same object for the same file, so that results
 * cached for the text are found again.
 */
export function createSourceText(): (file: FileText) => SourceText | undefined {
  const known = new WeakMap<FileText, SourceText>()
  return (file) => {
    if (file.state === 'missing') return undefined
    const source = known.get(file) ?? { text: withoutFrontMatter(file.text), from: file.from, notices: file.notices }
    known.set(file, source)
    return source
  }
}
