import {
  defineLayer,
  type Fragment,
  type Layer,
  type LayerRequest,
  type LayerResult,
  type Scope,
  type SessionKind,
} from '@lamella/core'
import {
  type Checks,
  checkOptions,
  type LayerChange,
  mustBeFunction,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
} from '@lamella/core/plugin'
import { listItem } from './shared/plain-text.ts'
import { distinct, returnedList } from './shared/read-text.ts'
import { keptTexts, shorterForms } from './shared/shorter.ts'

/** The input of an activity renderer. */
export interface ActivityRequest {
  readonly scope: Scope
  /** The agent whose context this is, if known. */
  readonly agent: string | undefined
  /** The most entries that the layer shows. */
  readonly limit: number
  readonly now: Date | undefined
  readonly signal: AbortSignal
}

/** One event. */
export interface ActivityEntry {
  /** The entry's id: stable between builds and unique among the entries. */
  readonly id: string
  readonly text: string
}

/** Returns recent events, the most important first, or `undefined` if there are none. */
export type ActivityRenderer = (
  request: ActivityRequest,
) => readonly ActivityEntry[] | undefined | PromiseLike<readonly ActivityEntry[] | undefined>

/** Options of `activity`. */
export interface ActivityOptions {
  readonly render: ActivityRenderer
  /** The most entries to show. Default 15. */
  readonly limit?: number
  /** The agent to show activity for. Default: the agent of the request's scope. */
  readonly agent?: string
  /** The line above the entries. Default `# Recent Activity`. */
  readonly heading?: string
  readonly audience?: readonly SessionKind[]
}

const checks: Checks<ActivityOptions> = {
  render: mustBeFunction,
  limit: mustBeWhole(0),
  agent: mustBeText,
  heading: mustBeText,
  audience: mustBeTexts,
}

/**
 * Creates the activity layer: recent events as a list, in the order your renderer returns them. Order 450, priority 15,
 * stability `turn`. The last entries give way first; each is shortened before it is dropped. The text of an entry is
 * data: it stays inside its list item and cannot imitate a reserved tag. In a run, new entries are announced; those
 * that leave the list stay in earlier messages.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const layer = activity({ render: async ({ limit }) => (await feed.newest(limit)).map(({ id, text }) => ({ id, text })) })
 */
export function activity(options: ActivityOptions): Layer<'activity'> {
  const given = checkOptions('activity', options, checks, ['render'])
  const { render, limit = 15, agent, heading = '# Recent Activity', audience } = given
  return defineLayer('activity', {
    order: 450,
    priority: 15,
    stability: 'turn',
    update: { name: 'new-entries', tell: newEntries },
    ...(audience === undefined ? {} : { audience }),
    load: async ({ scope, now, signal }: LayerRequest): Promise<LayerResult> => {
      const events = (await render({ scope, agent: agent ?? scope.agent, limit, now, signal })) ?? []
      const listed = returnedList<ActivityEntry>(events, 'render()', '', ['id', 'text'])
      const { entries, notices } = distinct(listed, ({ id }) => ({
        code: 'ACTIVITY_DUPLICATE',
        what: `Two activity entries have the id '${id}'; the first is used.`,
        fix: 'Give each entry its own id.',
        from: id,
      }))
      const fragments = entries.slice(0, limit).map(({ id, text }, index): Fragment => {
        const shorter = shorterForms(text).map(listItem)
        return { id, content: listItem(text), shorter, rank: -index, origin: { by: 'untrusted' } }
      })
      const left = entries.length - fragments.length
      const omitted = left > 0 ? [{ count: left, reason: `beyond the first ${limit} entries` }] : []
      return { fragments, omitted, notices }
    },
    compose: (kept) => {
      const items = keptTexts(kept).map(({ text }) => text)
      return items.length === 0 ? '' : [heading, '', ...items].join('\n')
    },
  })
}

/** Tells the entries that are new. Those that leave the list have only become old. */
function newEntries({ added, changed }: LayerChange): string | undefined {
  const items = keptTexts([...added, ...changed]).map(({ text }) => text)
  return items.length === 0 ? undefined : items.join('\n')
}
