import type { Notice } from '@lamella/core'
import { isKeptText } from '../check/kept-texts.ts'
import type { Compaction } from '../contract/session-compactions.ts'

type Code = 'SESSION_INCONSISTENT' | 'MESSAGE_UNREADABLE'

/** Collects what `verify` finds in a session. */
export interface SessionProblems {
  add(code: Code, what: string): void
  /** Looks at what a session has besides messages. @param runs The texts of its run. */
  check(compactions: readonly Compaction[], isDamaged: boolean, runs: readonly string[]): void
  /** The first 20, and how many more there are. */
  all(): readonly Notice[]
}

/** The maximum number of problems to report one by one. */
const maxReported = 20

/**
 * Creates the list of the problems of a session.
 *
 * @param notice Makes a notice with its fix.
 * @example
 * const problems = createSessionProblems(head, notice)
 */
export function createSessionProblems(
  { name, length }: { readonly name: string; readonly length: number },
  notice: (code: Code, what: string, from: string) => Notice,
): SessionProblems {
  const problems: Notice[] = []
  const add = (code: Code, what: string): void => {
    problems.push(notice(code, what, name))
  }
  const inconsistent = (what: string): void => add('SESSION_INCONSISTENT', what)
  return {
    add,
    check: (compactions, isDamaged, runs) => {
      for (const { start, end } of compactions) {
        if (start < end && end <= length) continue
        inconsistent(`A compaction covers messages ${start} to ${end}, but the session has ${length}.`)
      }
      if (isDamaged) inconsistent('A compaction differs from what was written; its messages are shown instead.')
      if (!runs.every((text) => isKeptText('run', text)))
        inconsistent('The run differs from what was written. The next runs.write() replaces it.')
    },
    all: () => {
      const more = problems.length - maxReported
      if (more <= 0) return problems
      const last = notice('SESSION_INCONSISTENT', `There are ${more} more problems.`, name)
      return [...problems.slice(0, maxReported), last]
    },
  }
}
