import type { Notice, Scope, TextSource } from '@lamella/core'
import { noticeText, type SourceText } from '@lamella/core/plugin'
import {
  isSafeAgentName,
  openWorkspace,
  textFile,
  unusedFiles,
  type WorkspaceFile,
  type WorkspaceSources,
  workspaceFiles,
} from '@lamella/provider-fs'
import { counted } from '../text/words.ts'
import { note, ok, problem, type Remark, remarkOf } from './remark.ts'

/** What all checks of a workspace require. */
export interface Checkup {
  readonly root: string
  readonly sources: WorkspaceSources
  readonly scope: Scope
  /** Counts the tokens of a text. */
  readonly count: (text: string) => number
}

const signal = new AbortController().signal

/**
 * Checks each instruction file of `workspaceFiles`, including agent-specific ones, and reports files that are not used.
 */
export async function checkInstructions({ root, sources, scope, count }: Checkup): Promise<readonly Remark[]> {
  const { agents, user, reader } = sources
  const { entries, notices } = await reader.list('.', signal)
  const names = entries.map(({ name }) => name).sort()
  const { tenant, agent } = scope
  const look = async (name: string, source: TextSource, of: Scope = scope): Promise<readonly Remark[]> => {
    return remarksOf(name, await source.read(of, { signal }), names, count)
  }
  const lookAt = async (general: string, own: string | undefined): Promise<readonly Remark[]> => {
    if (own === undefined) return look(general, textFile(reader, general, { ttl: 0 }))
    const name = `${general.slice(0, -'md'.length)}${own}.md`
    if (isSafeAgentName(own)) return look(name, textFile(reader, name, { ttl: 0 }))
    const notices = (await agents.read({ tenant, agent: own }, { signal }))?.notices ?? []
    return notices.filter(({ code }) => code === 'AGENT_NAME_UNSAFE').map(remarkIn(name))
  }
  const found = await Promise.all(
    workspaceFiles.map(async ({ name, use, perAgent = false }) => {
      if (use === undefined || use === 'memory') return []
      if (use === 'user') return look(name, user, { ...scope, kind: 'private' })
      const own = new Set(perAgent ? agentsOf(name, names) : [])
      if (name === 'AGENTS.md' && agent !== undefined) own.add(agent)
      return (await Promise.all([undefined, ...own].map((one) => lookAt(name, one)))).flat()
    }),
  )
  const texts = [sources.soul, openWorkspace(root).sources.identity, agents, sources.context, sources.tools]
  const read = await Promise.all(texts.map((one) => one.read({ tenant }, { signal })))
  const said = read.flatMap((one) => one?.notices ?? [])
  const broken = said.filter(({ details }) => details?.['importedBy'] !== undefined)
  const unusedNames = said.flatMap(({ details, from }) => (details?.['holds'] !== undefined && from ? [from] : []))
  const same = said.filter(({ details }) => details?.['sameAs'] !== undefined)
  // Other spellings of files that are read have their own remark: see `missing`.
  const isOther = (name: string): boolean =>
    workspaceFiles.some(
      (file) =>
        file.use !== undefined &&
        file.use !== 'memory' &&
        !names.includes(file.name) &&
        file.name.toLowerCase() === name.toLowerCase(),
    )
  const unused = unusedFiles(unusedNames)
    .filter(({ name }) => !isOther(name))
    .map((file) => unusedRemark(file, names))
  return [
    ...notices.map(remarkOf),
    ...found.flat(),
    ...same.map((notice): Remark => ({ mark: 'note', text: noticeText(notice), code: notice.code })),
    ...broken.map(remarkOf),
    ...unused,
  ]
}

/** Returns the agents that have their own variant of a file: `research` for AGENTS.research.md. */
function agentsOf(name: string, names: readonly string[]): readonly string[] {
  const stem = name.slice(0, -'md'.length)
  return names
    .filter((one) => one.startsWith(stem) && one.endsWith('.md') && one.length > name.length)
    .map((one) => one.slice(stem.length, -'.md'.length))
}

function remarksOf(
  name: string,
  source: SourceText | undefined,
  names: readonly string[],
  count: Checkup['count'],
): readonly Remark[] {
  if (source === undefined) return missing(name, names)
  const notices = (source.notices ?? []).map(remarkIn(name))
  if (source.text === '' && notices.length > 0) return notices
  if (source.text.trim() === '') return [note(`${name} is empty.`)]
  const { text } = source
  return [ok(`${name}: ${counted(text.length, 'character')}, ${counted(count(text), 'token')}.`), ...notices]
}

/** Prefixes a notice with the file's name if it does not contain one. */
function remarkIn(name: string): (notice: Notice) => Remark {
  return (notice) => remarkOf(notice.from === undefined ? { ...notice, what: `${name}: ${notice.what}` } : notice)
}

/** Files that most workspaces omit. */
const optional = ['IDENTITY.md', 'USER.md', 'CONTEXT.md', 'AGENT.md']

function missing(name: string, names: readonly string[]): readonly Remark[] {
  const near = names.find((other) => other !== name && other.toLowerCase() === name.toLowerCase())
  if (near !== undefined) return [problem(`${near} is not read: its name must be ${name}.`, `Rename it to ${name}.`)]
  if (optional.includes(name) || isReplaced(name, names)) return []
  return [note(`${name} is missing${/^AGENTS\..+\.md$/.test(name) ? '; AGENTS.md is used instead' : ''}.`)]
}

/** Checks whether another file with the same use exists. */
function isReplaced(name: string, names: readonly string[]): boolean {
  const use = workspaceFiles.find((file) => file.name === name)?.use
  return use !== undefined && workspaceFiles.some((file) => file.use === use && names.includes(file.name))
}

/** Creates a remark about an unused file: a problem if the file it resembles is missing, otherwise a note. */
function unusedRemark({ name, holds, like, advice }: WorkspaceFile, names: readonly string[]): Remark {
  const text = `${name} (${holds}) is not used.`
  const accepts = like !== undefined && !names.includes(like)
  const code = 'FILE_NOT_USED'
  return accepts ? problem(text, advice, code) : { mark: 'note', text: `${text} ${advice}`, code }
}
