import { posix } from 'node:path'
import type { Notice, Scope, TextSource } from '@lamella/core'
import type { SourceRequest, SourceText } from '@lamella/core/plugin'
import { notice } from '../notices.ts'
import type { FileReader, FileText } from '../read/file-reader.ts'
import { cachedRead } from '../sources/cached-read.ts'
import { listWorkspace, unusedFiles, unusedNotices } from './unused-files.ts'
import { namesOf, ownName, type WorkspaceUse } from './workspace-files.ts'

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
  /** The other instruction files: files that they import are used. */
  readonly texts: readonly TextSource[]
  /** The folder of the skills. */
  readonly skills: string
}

/**
 * Wraps a text source so that it also reports workspace files that are present but not used, and missing files that
 * something else replaces.
 */
export function withFileNotices(reader: FileReader, source: TextSource, options: FoundFilesOptions): TextSource {
  const { hasDefaults, isAssistant, ttl, now, texts, skills } = options
  const look = async ({ signal }: SourceRequest): Promise<ReadonlySet<string>> => {
    if (!isAssistant) return new Set(await listWorkspace(reader, signal))
    const [names, memory] = await Promise.all([listWorkspace(reader, signal), reader.list('memory', signal)])
    return new Set([...names, ...memory.entries.map(({ name }) => `memory/${name}`)])
  }
  const names = ttl === 0 ? look : cachedRead(ttl, now, look)
  return {
    async read(scope, request): Promise<SourceText> {
      const [text, found, others] = await Promise.all([
        source.read(scope, request),
        names(request),
        Promise.all(texts.map((one) => one.read(scope, request))),
      ])
      const used = [skills, ...[text, ...others].flatMap((one) => one?.from?.split(', ') ?? [])]
      const unread = await unreadAmong(found, used, (name) => reader.read(name, { ttl, signal: request.signal }))
      const missing = expected
        .filter(({ isDefault }) => (isDefault ? hasDefaults : isAssistant))
        .flatMap(({ use, standIn }) => missingNotice(found, use, standIn, scope))
      return {
        text: '',
        ...text,
        notices: [...(text?.notices ?? []), ...missing, ...unusedNotices(unread)],
      }
    },
  }
}

/**
 * Returns the names that are not read: neither used, nor a link to a file or folder that is, nor the target of such a link,
 * nor a text that says nothing but to import one, such as `@AGENTS.md` in CLAUDE.md.
 */
async function unreadAmong(
  found: ReadonlySet<string>,
  used: readonly string[],
  look: (name: string) => Promise<FileText>,
): Promise<readonly string[]> {
  const left = [...found].filter((name) => !used.includes(name))
  const unused = new Set(unusedFiles(left).map(({ name }) => name))
  if (unused.size === 0) return left
  const targetsOf = async (name: string): Promise<readonly string[]> => {
    const { state, target, from, text } = await look(name)
    return state === 'missing' ? [] : [target ?? from, ...onlyImports(text, from)]
  }
  const read = new Set((await Promise.all(used.map(targetsOf))).flatMap(([target = '']) => target))
  const targets = await Promise.all([...unused].map(async (name) => [name, await targetsOf(name)] as const))
  const isRead = ([own = '', ...others]: readonly string[]): boolean =>
    read.has(own) || (others.length > 0 && others.every((path) => read.has(path)))
  const linked = new Set(targets.filter(([, paths]) => isRead(paths)).map(([name]) => name))
  return left.filter((name) => !linked.has(name))
}

/** Returns the paths that a text imports, if it has nothing else but headings. */
function onlyImports(text: string, from: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#.*)?$/.test(line))
  const paths = lines.flatMap((line) => /^\s*@(\S+)\s*$/.exec(line)?.slice(1) ?? [])
  return paths.length < lines.length ? [] : paths.map((path) => posix.join(posix.dirname(from), path))
}

function missingNotice(
  found: ReadonlySet<string>,
  use: WorkspaceUse,
  standIn: string,
  { agent }: Scope,
): readonly Notice[] {
  const names = use === 'memory' ? [memoryFile, ...namesOf(use)] : namesOf(use)
  const isThere = names.some((name) => found.has(name) || (agent !== undefined && found.has(ownName(name, agent))))
  const [file] = names
  if (isThere || file === undefined) return []
  const what = `${file} is missing; used instead: ${standIn}.`
  return [notice('FILE_MISSING', [what, 'Create the file, or leave it empty for no text.'], file, { file, standIn })]
}
