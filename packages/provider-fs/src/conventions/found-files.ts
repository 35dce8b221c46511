import type { Notice, Scope, SourceRequest, SourceText, TextSource } from '@lamella/core'
import { notice } from '../notices.ts'
import type { FileReader } from '../read/file-reader.ts'
import { believed } from '../sources/believed.ts'
import { unusedNotices } from './unused-files.ts'
import { namesOf, ownName } from './workspace-files.ts'

/** Files that a default stands in for, and what that is. */
const standIns = [
  { use: 'soul', standIn: 'the default personality' },
  { use: 'agents', standIn: 'the default rules of behaviour' },
] as const

/** How the names in the folder are looked at. */
export interface FoundFilesOptions {
  /** Whether defaults stand in for files that are missing. */
  readonly hasDefaults: boolean
  /** Milliseconds during which the names are believed. */
  readonly ttl: number
  readonly now: () => number
}

/**
 * A text source that also tells which files of the workspace are there and not used, and which are missing so that a default
 * stands in for them.
 */
export function tellingFiles(reader: FileReader, source: TextSource, options: FoundFilesOptions): TextSource {
  const { hasDefaults, ttl, now } = options
  const look = async ({ signal }: SourceRequest): Promise<ReadonlySet<string>> => {
    const { entries } = await reader.list('.', signal)
    return new Set(entries.map(({ name }) => name))
  }
  const names = ttl === 0 ? look : believed(ttl, now, look)
  return {
    async read(scope, request): Promise<SourceText> {
      const [text, found] = await Promise.all([source.read(scope, request), names(request)])
      const missing = hasDefaults ? missingNotices(found, scope) : []
      return {
        text: '',
        ...text,
        notices: [...(text?.notices ?? []), ...missing, ...unusedNotices(found)],
      }
    },
  }
}

function missingNotices(found: ReadonlySet<string>, { agent }: Scope): readonly Notice[] {
  return standIns.flatMap(({ use, standIn }) => {
    const names = namesOf(use)
    const isThere = names.some((name) => found.has(name) || (agent !== undefined && found.has(ownName(name, agent))))
    const [file] = names
    if (isThere || file === undefined) return []
    const what = `${file} is missing, so ${standIn} is used.`
    return [notice('FILE_MISSING', [what, 'Write the file, or leave it empty for no text.'], file, { file, standIn })]
  })
}
