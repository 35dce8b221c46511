import type { Notice } from '@lamella/core'
import type { FileReader } from '@lamella/provider-fs'

/** Which pages of a folder nobody reads. */
export interface UnusedFiles {
  /** The same list as before while it says the same; believed for a while without a look at the disk. */
  get(reader: Pick<FileReader, 'list'>, ttl: number): Promise<readonly Notice[]>
}

/** AGENT.md, SOUL.md and CONTEXT.md are read, and each agent's own. */
const used = /^(?:AGENT|SOUL|CONTEXT)(?:\.[\w-]{1,64})?\.md$/

/** Other pages of Markdown: instructions that were meant for another program, or whose names are misspelled. */
const page = /^[^.].*\.md$/i

const most = 20

/** Looks for pages that lie beside the instruction files and have other names. */
export function createUnusedFiles(now: () => number = () => performance.now()): UnusedFiles {
  let known: readonly Notice[] = Object.freeze([])
  let at = Number.NEGATIVE_INFINITY
  return {
    get: async (reader, ttl) => {
      if (now() - at < ttl) return known
      const { entries } = await reader.list('.')
      const names = entries.filter((entry) => entry.isFile() && page.test(entry.name) && !used.test(entry.name))
      const notices = names.map(({ name }) => noticeOf(name)).sort((a, b) => (a.from < b.from ? -1 : 1))
      at = now()
      if (JSON.stringify(notices.slice(0, most)) !== JSON.stringify(known))
        known = Object.freeze(notices.slice(0, most))
      return known
    },
  }
}

function noticeOf(name: string): Notice & { readonly from: string } {
  const message = `${name} is not read. An assembler reads AGENT.md, SOUL.md and CONTEXT.md; give other texts as sections or layers.`
  return Object.freeze({ code: 'FILE_UNUSED', message, from: name })
}
