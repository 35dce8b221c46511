import { counted } from '../text/words.ts'
import type { Checkup } from './instructions.ts'
import { note, ok, type Remark, remarkOf } from './remark.ts'

const signal = new AbortController().signal

/** Checks MEMORY.md and the dated notes. */
export async function checkMemory({ sources, scope, count }: Checkup): Promise<readonly Remark[]> {
  const { memory } = sources
  const { entries, notices = [] } = await memory.entries(scope, { signal })
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
  ]
}
