import type { Notice, Scope, SourceText, TextSource } from '@lamella/core'
import { unusedFiles, type WorkspaceFile, type WorkspaceSources } from '@lamella/provider-fs'
import { counted } from '../text/words.ts'
import { note, ok, problem, type Remark, remarkOf } from './remark.ts'

/** What the checks of a workspace have in common. */
export interface Checkup {
  readonly root: string
  readonly sources: WorkspaceSources
  readonly scope: Scope
  /** Tokens of a text. */
  readonly count: (text: string) => number
}

const agentsName = /^AGENTS\.(.+)\.md$/
const signal = new AbortController().signal

/** SOUL.md, IDENTITY.md, AGENTS.md and those of single agents, USER.md, TOOLS.md; and files that are there and not used. */
export async function checkInstructions({ sources, scope, count }: Checkup): Promise<readonly Remark[]> {
  const { soul, identity, agents, user, tools, reader } = sources
  const { entries, notices } = await reader.list('.', signal)
  const names = entries.map(({ name }) => name).sort()
  const { tenant, agent } = scope
  const own = new Set(names.flatMap((name) => agentsName.exec(name)?.[1] ?? []))
  if (agent !== undefined) own.add(agent)
  const look = async (name: string, source: TextSource, of: Scope = scope): Promise<readonly Remark[]> => {
    return remarksOf(name, await source.read(of, { signal }), names, count)
  }
  const found = await Promise.all([
    look('SOUL.md', soul),
    look('IDENTITY.md', identity),
    look('AGENTS.md', agents, { tenant }),
    ...[...own].map((one) => look(`AGENTS.${one}.md`, agents, { tenant, agent: one })),
    look('USER.md', user, { ...scope, kind: 'private' }),
    look('TOOLS.md', tools),
  ])
  const unused = unusedFiles(names, 'workspace').map((file) => unusedRemark(file, names))
  return [...notices.map(remarkOf), ...found.flat(), ...unused]
}

function remarksOf(
  name: string,
  source: SourceText | undefined,
  names: readonly string[],
  count: Checkup['count'],
): readonly Remark[] {
  // Where an agent has no file of its own, the general one is given in its place; what is wrong with that is told once.
  const isIts = source?.from === undefined || source.from === name
  const notices = (source?.notices ?? []).filter(({ from }) => isIts || from !== source?.from).map(remarkIn(name))
  if (source === undefined || (!isIts && notices.length === 0)) return missing(name, names)
  if (!isIts || (source.text === '' && notices.length > 0)) return notices
  if (source.text.trim() === '') return [note(`${name} is empty.`)]
  const { text } = source
  return [ok(`${name}: ${counted(text.length, 'character')}, ${counted(count(text), 'token')}.`), ...notices]
}

/** A notice that does not say of which file it is gets the file's name. */
function remarkIn(name: string): (notice: Notice) => Remark {
  return (notice) => remarkOf(notice.from === undefined ? { ...notice, message: `${name}: ${notice.message}` } : notice)
}

/** Files that most workspaces do without. */
const rare = ['IDENTITY.md', 'USER.md']

function missing(name: string, names: readonly string[]): readonly Remark[] {
  const near = names.find((other) => other !== name && other.toLowerCase() === name.toLowerCase())
  if (near !== undefined) return [problem(`${near} is not read: the name has to be ${name}.`, `Rename it to ${name}.`)]
  if (rare.includes(name)) return []
  return [note(`${name} is missing${agentsName.test(name) ? '; AGENTS.md stands in for it' : ''}.`)]
}

/** A file that stands where one is missing was meant as that one; what other programs read is good to know of. */
function unusedRemark({ name, holds, like, advice }: WorkspaceFile, names: readonly string[]): Remark {
  const text = `${name} (${holds}) is not used.`
  const isMeant = like !== undefined && !names.includes(like)
  const code = 'FILE_NOT_USED'
  return isMeant ? problem(text, advice, code) : { mark: 'note', text: `${text} ${advice}`, code }
}
