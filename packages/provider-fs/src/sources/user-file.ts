import type { TextSource } from '@lamella/core'
import { notice } from '../notices.ts'
import type { FileReader } from '../read/file-reader.ts'
import { createSourceText } from './text-file.ts'

const name = 'USER.md'

/**
 * Creates a source for `USER.md`, which describes the person the agent helps. Like memory, it is personal and only for
 * private sessions; in other sessions a notice reports that it exists.
 *
 * @param ttl Milliseconds for which the text is cached without checking the disk.
 */
export function userFile(reader: FileReader, ttl: number): TextSource {
  const sourceText = createSourceText()
  return {
    async read({ kind }, { signal }) {
      const file = await reader.read(name, { ttl, signal })
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
