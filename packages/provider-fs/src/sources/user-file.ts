import type { TextSource } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { notice } from '../notices.ts'
import type { FileReader } from '../read/file-reader.ts'
import { createSourceText, shortTtl, type TextFileOptions, textFileChecks } from './text-file.ts'

const name = 'USER.md'

/**
 * Creates a source for `USER.md`, which describes the person the agent helps. Like memory, it is personal and only for
 * private sessions; in other sessions a notice reports that it exists.
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
  `${name} is not used: only sessions of kind 'private' can see it.`,
  "Set the scope's `kind` to 'private' if only one person reads the answers.",
] as const
const hidden = Object.freeze({
  text: '',
  from: name,
  notices: Object.freeze([notice('FILE_NOT_USED', sentences, name, { file: name, kind: 'private' })]),
})
