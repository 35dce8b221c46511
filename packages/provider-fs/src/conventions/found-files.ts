import type { Notice, Scope, TextSource } from '@lamella/core'
import type { SourceRequest, SourceText } from '@lamella/core/plugin'
import { notice } from '../notices.ts'
import type { FileReader } from '../read/file-reader.ts'
import { cachedRead } from '../sources/cached-read.ts'
import { listWorkspace, unusedNotices } from './unused-files.ts'
import { namesOf, ownName } from './workspace-files.ts'

/**
 * Files whose lack is reported, and what is used instead: for the first two a default, unless there is a prompt. The others are
 * expected of an assistant.
 */
const expected = [
  { use: 'soul', isDefault: true, standIn: 'the default personality' },
  { use: 'agents', isDefault: true, standIn: 'the default rules of behaviour' },
  { use: 'tools', isDefault: false, standIn: 'what the tools say of themselves' },
  { use: 'memory', isDefault: false, standIn: 'nothing but dated notes' },
] as const

/** Where curated memory is, if not in the root. */
const memoryFile = 'memory/MEMORY.md'

/** How file names in the folder are checked. */
export interface FoundFilesOptions {
  /** Whether missing files have defaults. */
  readonly hasDefaults: boolean
  /** Whether the folder is that of an assistant. */
  readonly isAssistant: boolean
  /** Milliseconds for which the list of names is cached. */
  readonly ttl: number
  readonly now: () => number
  /** The rules of behaviour: files that they import are used. */
  readonly agents: TextSource
}

/**
 * Wraps a text source so that it also reports workspace files that are present but not used, and missing files that
 * something else replaces.
 */
export function withFileNotices(reader: FileReader, source: TextSource, options: FoundFilesOptions): TextSource {
  const { hasDefaults, isAssistant, ttl, now, agents } = options
  const look = async ({ signal }: SourceRequest): Promise<ReadonlySet<string>> => {
    if (!isAssistant) return new Set(await listWorkspace(reader, signal))
    const [names, memory] = await Promise.all([listWorkspace(reader, signal), reader.list('memory', signal)])
    return new Set([...names, ...memory.entries.map(({ name }) => `memory/${name}`)])
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
      const missing = missingNotices(found, (isDefault) => (isDefault ? hasDefaults : isAssistant), scope)
      return {
        text: '',
        ...text,
        notices: [...(text?.notices ?? []), ...missing, ...unusedNotices(unread)],
      }
    },
  }
}

function missingNotices(
  found: ReadonlySet<string>,
  isExpected: (isDefault: boolean) => boolean,
  { agent }: Scope,
): readonly Notice[] {
  return expected.flatMap(({ use, isDefault, standIn }) => {
    if (!isExpected(isDefault)) return []
    const names = use === 'memory' ? [memoryFile, ...namesOf(use)] : namesOf(use)
    const isThere = names.some((name) => found.has(name) || (agent !== undefined && found.has(ownName(name, agent))))
    const [file] = names
    if (isThere || file === undefined) return []
    const what = `${file} is missing; used instead: ${standIn}.`
    return [notice('FILE_MISSING', [what, 'Create the file, or leave it empty for no text.'], file, { file, standIn })]
  })
}
