import type { Notice, Scope, SourceRequest, SourceText, TextSource } from '@lamella/core'
import { notice } from '../notices.ts'
import type { FileReader } from '../read/file-reader.ts'
import { cachedRead } from '../sources/cached-read.ts'
import { listWorkspace, unusedNotices } from './unused-files.ts'
import { namesOf, ownName } from './workspace-files.ts'

/** Files that have a default, and what the default is. */
const defaults = [
  { use: 'soul', standIn: 'the default personality' },
  { use: 'agents', standIn: 'the default rules of behaviour' },
] as const

/** How file names in the folder are checked. */
export interface FoundFilesOptions {
  /** Whether missing files have defaults. */
  readonly hasDefaults: boolean
  /** Milliseconds for which the list of names is cached. */
  readonly ttl: number
  readonly now: () => number
  /** The rules of behaviour: files that they import are used. */
  readonly agents: TextSource
}

/**
 * Wraps a text source so that it also reports workspace files that are present but not used, and missing files that a
 * default replaces.
 */
export function withFileNotices(reader: FileReader, source: TextSource, options: FoundFilesOptions): TextSource {
  const { hasDefaults, ttl, now, agents } = options
  const look = async ({ signal }: SourceRequest): Promise<ReadonlySet<string>> => {
    return new Set(await listWorkspace(reader, signal))
  }
  const names = ttl === 0 ? look : cachedRead(ttl, now, look)
  return {
    async read(scope, request): Promise<SourceText> {
      const [text, found, rules] = await Promise.all([
        source.read(scope, request),
        names(request),
        agents.read(scope, request),
      ])
      const imported = rules?.from?.split(', ') ?? []
      const unread = [...found].filter((name) => !imported.includes(name))
      const missing = hasDefaults ? missingNotices(found, scope) : []
      return {
        text: '',
        ...text,
        notices: [...(text?.notices ?? []), ...missing, ...unusedNotices(unread)],
      }
    },
  }
}

function missingNotices(found: ReadonlySet<string>, { agent }: Scope): readonly Notice[] {
  return defaults.flatMap(({ use, standIn }) => {
    const names = namesOf(use)
    const isThere = names.some((name) => found.has(name) || (agent !== undefined && found.has(ownName(name, agent))))
    const [file] = names
    if (isThere || file === undefined) return []
    const what = `${file} is missing, so ${standIn} is used instead.`
    return [notice('FILE_MISSING', [what, 'Create the file, or leave it empty for no text.'], file, { file, standIn })]
  })
}
