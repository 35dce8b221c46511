import type { RequestPrefix } from '../contract/report.ts'
import type { PreviousRequest } from '../contract/request-layout.ts'
import { LamellaError } from '../errors.ts'
import { cacheBreak } from './cache-break.ts'
import { prefixTokens } from './cache-prefix.ts'
import { partingOf } from './parting.ts'

/**
 * Returns the last request of a conversation, for `build({ previous })`: `report.cache` then says how many tokens of
 * the new request repeat it, and which layer and fragment broke it. It changes nothing in the request.
 *
 * @param request The last context, or its `tools`, `system` and `messages` from where you stored them.
 * @throws LamellaError `REQUEST_INVALID`
 * @example
 * const second = await builder.build({ scope, message, previous: previousRequest(first) })
 * second.report.cache.brokenBy // { place: 'system', index: 1, layer: 'clock', why: 'changed' }
 */
export function previousRequest(request: RequestPrefix): PreviousRequest {
  const { tools, system, messages } = request ?? {}
  if (!Array.isArray(tools) || !Array.isArray(system) || !Array.isArray(messages)) {
    throw new LamellaError({
      code: 'REQUEST_INVALID',
      what: 'previousRequest: the value lacks tools, system or messages.',
      fix: 'Pass the last context, or its { tools, system, messages }; omit `previous` at the first turn.',
      details: { key: 'previous' },
    })
  }
  // Only the three lists: the report of a context would keep the previous context alive, and so on.
  const previous: RequestPrefix = { tools, system, messages }
  return {
    ...previous,
    compare: ({ request: built, layout, counter }) => {
      const parting = partingOf(built, previous)
      const prefix = prefixTokens(parting, layout, built, previous, counter)
      const brokenBy = cacheBreak(parting, layout, previous)
      return brokenBy ? { prefix, brokenBy } : { prefix }
    },
  }
}
