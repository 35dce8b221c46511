import { hashedName } from './hash.ts'
import { atPart, type Ledger, mendName } from './ledger.ts'
import type { PairedCall } from './tool-pairs.ts'

/** The tool call ids that a provider accepts. */
export interface IdRule {
  /** In characters. */
  readonly maxLength: number
  /** Whether ids have exactly this length. Default `false`. */
  readonly isExact?: boolean
  /** Matches a character outside the alphabet; global. Default: every character is allowed. */
  readonly invalidCharacter?: RegExp
  /**
   * Where ids must be unique. Real conversations reuse ids in later turns (49 of 200 tau-bench conversations), which
   * some providers match by position and others confuse.
   */
  readonly unique: 'message' | 'request'
}

/** Chooses the ids to send. */
export interface CallIds {
  /** Returns the ids for the calls of one assistant message, in order; reports each replaced id. */
  take(ledger: Ledger, pairs: readonly PairedCall[]): readonly string[]
}

const none: readonly never[] = []

/**
 * Creates ids that the provider accepts. Replaces ids that are empty, too long, outside the alphabet, not well-formed
 * or duplicates. The new id depends on the old one and its number of earlier occurrences, so content after a call never
 * changes its id.
 */
export function createCallIds(rule: IdRule): CallIds {
  const { maxLength, isExact = false, invalidCharacter, unique } = rule
  /** How often each id occurred in the context; 0 for a generated one. */
  let seen = new Map<string, number>()

  const isUsable = (id: string): boolean =>
    id !== '' &&
    (isExact ? id.length === maxLength : id.length <= maxLength) &&
    (invalidCharacter ? id.search(invalidCharacter) < 0 : id.isWellFormed())

  const give = (id: string): string => {
    const times = seen.get(id)
    seen.set(id, (times ?? 0) + 1)
    if (times === undefined && isUsable(id)) return id
    const before = times ?? 0
    const clean = invalidCharacter ? id.replace(invalidCharacter, '_') : id.toWellFormed()
    const start = isExact
      ? 'call'.slice(0, maxLength - 8)
      : `${clean.slice(0, maxLength - 9).toWellFormed() || 'call'}_`
    const given = hashedName(start, `${id}#${before}`, seen)
    seen.set(given, 0)
    return given
  }

  return {
    take: (ledger, pairs) => {
      const only = pairs[0]?.call.toolCallId
      if (only === undefined) return none
      if (unique === 'message') {
        if (pairs.length === 1 && isUsable(only)) return [only]
        seen = new Map()
      }
      return pairs.map(({ call, part }) => {
        const given = give(call.toolCallId)
        if (given !== call.toolCallId) {
          mendName(atPart(ledger, part), 'call-id', 'call id', call.toolCallId, given)
        }
        return given
      })
    },
  }
}
