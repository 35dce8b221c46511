import type { Message } from '@lamella/core'
import { summaryRange } from '@lamella/core/plugin'
import type { ExcludedBatch } from './compressed-history.ts'
import type { BatchGroup } from './group-batches.ts'

/** Adjacent groups that can be replaced together. */
export interface Run {
  readonly groups: readonly BatchGroup[]
  readonly messages: readonly Message[]
  readonly start: number
  readonly end: number
}

/** What happens to each group. */
export interface SortedGroups {
  readonly excluded: readonly BatchGroup[]
  /** Runs of complete groups that are older than the most recent messages, oldest first. */
  readonly runs: readonly Run[]
}

/**
 * Sorts groups: incomplete groups are excluded unless they are active; the newest of the others stay until there are
 * `keepRecent` messages; complete, older groups form runs, each as long as possible without a message that stays.
 */
export function sortGroups(groups: readonly BatchGroup[], keepRecent: number): SortedGroups {
  const excluded = groups.filter(({ active, complete }) => !active && !complete)
  let kept = 0
  let oldest = groups.length
  while (oldest > 0 && kept < keepRecent) {
    const group = groups[--oldest] as BatchGroup
    if (group.active || group.complete) kept += group.messages.length
  }
  const runs: BatchGroup[][] = []
  let isOpen = false
  for (const group of groups.slice(0, oldest)) {
    const gives = group.complete && !group.active
    if (gives && isOpen && group.follows && group.solid) runs.at(-1)?.push(group)
    else if (gives) runs.push([group])
    isOpen = gives && group.solid
  }
  return { excluded, runs: runs.map(runOf).filter(({ messages }) => messages.length > 0) }
}

function runOf(groups: readonly BatchGroup[]): Run {
  const messages = groups.flatMap((group) => group.messages)
  return { groups, messages, start: groups[0]?.start ?? 0, end: groups.at(-1)?.end ?? 0 }
}

/** Returns whether a run contains nothing but a summary: summarizing it again would gain nothing. */
export function isSummary({ messages }: Run): boolean {
  const [only] = messages
  return messages.length === 1 && only !== undefined && summaryRange(only) !== undefined
}

/** Returns the parts of a run between groups that have summaries. */
export function withoutSummaries({ groups }: Run): readonly Run[] {
  const parts: BatchGroup[][] = [[]]
  for (const group of groups) {
    if (group.messages.some((message) => summaryRange(message))) parts.push([])
    else parts.at(-1)?.push(group)
  }
  return parts.map(runOf).filter(({ messages }) => messages.length > 0)
}

/** Returns the batches of a run or a group, by id. */
export function idsOf(groups: readonly BatchGroup[]): readonly string[] {
  return groups.flatMap(({ batches }) => batches.map(({ batch }) => batch.id))
}

export function excludedBatches(groups: readonly BatchGroup[]): readonly ExcludedBatch[] {
  return groups.flatMap(({ batches }) =>
    batches.map(({ batch, start, end }): ExcludedBatch => {
      return { id: batch.id, start, end, reason: batch.complete ? 'tied' : 'incomplete' }
    }),
  )
}
