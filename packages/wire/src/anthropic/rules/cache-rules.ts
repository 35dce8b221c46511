import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { each, has, type Placed, type Rule, recordsOf } from '../../shared/rules/rule.ts'
import { isThinking } from '../conversation.ts'
import { maxCacheMarks } from '../limits.ts'
import { allBlocks, blocksWithText, messagesOf, piecesOf, systemBlocks } from './read.ts'

export const cacheRules: readonly Rule[] = [
  {
    code: 'AN-CACHE',
    what: 'Cache marks are ephemeral, last 5 minutes or an hour, and are not on empty texts, thinking or deferred tools.',
    source:
      'S CacheControlEphemeral; I anthropics/claude-code#55302 (empty text), decolua/9router#3687 (defer_loading); D prompt-caching (thinking)',
    check: each(carriers, ({ value, path }, report) => {
      const control = value['cache_control']
      const place = path === '' ? 'cache_control' : `${path}.cache_control`
      const { type, ttl } = isRecord(control) ? control : {}
      if (type !== 'ephemeral') report('error', `${place}.type`, 'must be ephemeral')
      if (has(ttl) && ttl !== '5m' && ttl !== '1h') report('error', `${place}.ttl`, 'must be 5m or 1h')
      if (isThinking(value)) report('error', place, 'is on thinking')
      if (value['type'] === 'text' && value['text'] === '') report('error', place, 'is on an empty text')
      if (value['defer_loading'] === true) report('error', place, 'is on a deferred tool')
    }),
  },
  {
    code: 'AN-CACHE-MAX',
    what: 'There are at most four cache marks, including the one for the whole request.',
    source: 'I tghamm/Anthropic.SDK#50, anthropics/claude-code#55302; D prompt-caching, "Automatic caching"',
    check: (request, report) => {
      for (const { path } of carriers(request).slice(maxCacheMarks)) {
        const place = path === '' ? 'cache_control' : `${path}.cache_control`
        report('error', place, `exceeds the limit of ${maxCacheMarks} marks`)
      }
    },
  },
  {
    code: 'AN-CACHE-ORDER',
    what: "A one-hour mark never follows a five-minute mark, and the request's mark has the duration of the last block.",
    source: 'D prompt-caching, "Mixing different TTLs" and "Automatic caching"',
    check: (request, report) => {
      let isShort = false
      const marks = carriers(request)
      for (const { value, path } of marks) {
        const isHour = ttlOf(value) === '1h'
        const place = path === '' ? 'cache_control' : `${path}.cache_control`
        if (isHour && isShort) report('error', place, 'is for an hour, after one of 5 minutes')
        isShort ||= !isHour
      }
      const last = messagesOf(request).flatMap(blocksWithText).at(-1)
      if (!has(request['cache_control']) || last === undefined || !has(last.value['cache_control'])) return
      if (ttlOf(request) !== ttlOf(last.value))
        report('error', 'cache_control', 'has a different time than the last block')
    },
  },
]

function ttlOf({ cache_control: control }: UnknownRecord): unknown {
  return (isRecord(control) ? control['ttl'] : undefined) ?? '5m'
}

/**
 * Lists everything that carries a mark, in the API's order: tools, system, messages, and finally the request as a
 * whole.
 */
function carriers(request: UnknownRecord): Placed[] {
  const blocks = allBlocks(request).flatMap((block) => [...piecesOf(block), block])
  const all = [
    ...recordsOf(request['tools'], 'tools'),
    ...systemBlocks(request),
    ...blocks,
    { value: request, path: '' },
  ]
  return all.filter(({ value }) => has(value['cache_control']))
}
