import {
  defineLayer,
  type Fragment,
  type Layer,
  type LayerRequest,
  type LayerResult,
  type Notice,
  type Scope,
  type SessionKind,
} from '@lamella/core'
import {
  type Checks,
  checkOptions,
  cutText,
  mustBeFunction,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
} from '@lamella/core/plugin'
import { escapeBlockTags } from '../render/escape.ts'
import { indented } from '../render/render-value.ts'
import { shorterLengths } from './cut-content.ts'

/** What a renderer of activity is asked with. */
export interface ActivityRequest {
  readonly scope: Scope
  /** The agent whose context this is, where it is known. */
  readonly agent: string | undefined
  /** Entries beyond so many are not shown. */
  readonly limit: number
  readonly now: Date | undefined
  readonly signal: AbortSignal
}

/** Something that has happened. */
export interface ActivityEntry {
  /** The same for the same thing next time, and of no other one. */
  readonly id: string
  readonly text: string
}

/** Tells what has happened lately, what matters most first; `undefined` where there is nothing to tell. */
export type ActivityRenderer = (
  request: ActivityRequest,
) => readonly ActivityEntry[] | undefined | PromiseLike<readonly ActivityEntry[] | undefined>

/** How the layer of activity is made. */
export interface ActivityOptions {
  readonly render: ActivityRenderer
  /** The most entries that are shown. Default 15. */
  readonly limit?: number
  /** Whose context it is. Default: the agent of the request's scope. */
  readonly agent?: string
  /** Above the entries. Default `# Recent Activity`. */
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
 * What has happened lately, as a list of entries from a renderer of yours, in its order. Order 450, priority 15, stability
 * `turn`. Its last entries give way first, each shortened before it is dropped. What an entry says is data: it stays in its item
 * of the list, and is no tag of a block.
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
    ...(audience === undefined ? {} : { audience }),
    load: async (request: LayerRequest): Promise<LayerResult> => {
      const { scope, now, signal } = request
      const told = (await render({ scope, agent: agent ?? scope.agent, limit, now, signal })) ?? []
      const { entries, notices } = distinct(told)
      const fragments = entries.slice(0, limit).map(({ id, text }, index): Fragment => {
        const lengths = shorterLengths(text.length)
        return {
          id,
          content: item(text),
          shorter: lengths.map((max) => item(cutText(text, max))),
          rank: -index,
          origin: { by: 'untrusted' },
        }
      })
      const left = entries.length - fragments.length
      const omitted = left > 0 ? [{ count: left, reason: `beyond the first ${limit} entries` }] : []
      return { fragments, omitted, notices }
    },
    compose: (kept) => {
      const items = kept.flatMap(({ content }) => (typeof content === 'string' ? [content] : []))
      return items.length === 0 ? '' : [heading, '', ...items].join('\n')
    },
  })
}

/** Entries that say something, one an id. */
function distinct(given: readonly ActivityEntry[]): {
  readonly entries: readonly ActivityEntry[]
  readonly notices: readonly Notice[]
} {
  const notices: Notice[] = []
  const seen = new Set<string>()
  const entries = given.filter(({ id, text }) => {
    if (!/\S/.test(text)) return false
    if (!seen.has(id)) return seen.add(id)
    const message = `Two entries of activity have the id '${id}'; the first is used. Give each entry an id of its own.`
    notices.push({ code: 'ACTIVITY_DUPLICATE', message })
    return false
  })
  return { entries, notices }
}

function item(text: string): string {
  return `- ${escapeBlockTags(indented(text.trim()))}`
}
