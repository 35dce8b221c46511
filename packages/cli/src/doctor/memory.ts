import { counted } from '../text/words.ts'
import type { Checkup } from './instructions.ts'
import { note, ok, problem, type Remark, remarkOf } from './remark.ts'

const signal = new AbortController().signal

/** Checks MEMORY.md and the dated notes. */
export async function checkMemory({ sources, scope, count }: Checkup): Promise<readonly Remark[]> {
  const { memory, reader } = sources
  const { entries, notices = [] } = await memory.entries(scope, { signal })
  const folder = await reader.list('memory', signal)
  const dated = entries.filter(({ date }) => date !== undefined).length
  const tokens = entries.reduce((sum, { text }) => sum + count(text), 0)
  const files = new Set(entries.map(({ from }) => from)).size
  return [
    entries.length === 0
      ? note('No memories: there is neither a MEMORY.md nor a note with entries.')
      : ok(
          `${counted(entries.length, 'entry', 'entries')} in ${counted(files, 'file')}, ` +
            `${dated} of them dated; ${counted(tokens, 'token')}.`,
        ),
    ...notices.map(remarkOf),
    ...folder.entries
      .filter((entry) => !entry.isDirectory() && isStray(entry.name))
      .map(({ name }) => stray(name))
      .sort((a, b) => (a.text < b.text ? -1 : 1)),
  ]
}

/** Checks whether an unread file looks like memory. */
function isStray(name: string): boolean {
  if (!/\.(md|markdown|txt)$/i.test(name) || name === 'MEMORY.md' || name.startsWith('.')) return false
  const day = /^(\d{4}-\d{2}-\d{2})(?:-.+)?\.md$/is.exec(name)?.[1]
  const time = new Date(`${day}T00:00:00Z`)
  return day === undefined || Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day)
}

function stray(name: string): Remark {
  const fix =
    'Rename it to MEMORY.md or to its day, such as 2026-03-13.md or 2026-03-13-launch.md; or move it elsewhere.'
  return problem(`memory/${name} is not read.`, fix)
}
