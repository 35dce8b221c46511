import type { TextSource } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { notice } from '../notices.ts'
import type { FileReader } from '../read/file-reader.ts'
import { createSourceText, shortTtl, type TextFileOptions, textFileChecks } from './text-file.ts'

const name = 'USER.md'

/**
 * Whom the agent helps: `USER.md`. It is about a person, so like the memory it is for private sessions alone; others are told
 * by a notice that it is there.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function userFile(reader: FileReader, options: TextFileOptions = {}): TextSource {
  checkOptions('userFile', options, textFileChecks)
  const { ttl = shortTtl, ...limits } = options
  const sourceText = createSourceText()
  return {
    async read({ kind }, { signal }) {
      const file = await reader.read(name, { ttl, signal, ...limits })
      return kind === 'private' || file.state !== 'text' ? sourceText(file) : hidden
    },
  }
}

const sentences = [
  `${name} is not used: only sessions of kind 'private' see it.`,
  "Give the scope the kind 'private' if one person alone reads the answers.",
] as const
const hidden = Object.freeze({
  text: '',
  from: name,
  notices: Object.freeze([notice('FILE_NOT_USED', sentences, name, { file: name, kind: 'private' })]),
})
