import { known } from '../../json.ts'
import type { RequestPurpose, TranscriptRequest } from '../contract/request.ts'
import { amount, count, type Fields, fields, instant, text } from '../shared/fields.ts'
import { usageIn } from '../shared/usage.ts'
import type { PiEntry } from './entry.ts'

/** Returns what each entry used: answers, but also compactions, summaries of branches, warmings and models inside tools. */
export function requestsOf(entries: readonly PiEntry[], onPath: ReadonlySet<string>): readonly TranscriptRequest[] {
  let newest: string | undefined
  return entries.flatMap(({ id, line, type, value }) => {
    const message = fields(value['message'])
    const isAnswer = type === 'message' && message['role'] === 'assistant'
    const own = isAnswer ? (text(message['responseModel']) ?? text(message['model'])) : undefined
    newest = text(value['modelId']) ?? own ?? newest
    const used = fields(type === 'message' ? message['usage'] : value['usage'])
    const usage = usageOf(used)
    if (!usage) return []
    const model = isAnswer ? own : (text(value['model']) ?? newest)
    const beside: RequestPurpose = type === 'compaction' ? type : 'side'
    const purpose: RequestPurpose = isAnswer ? (onPath.has(id) ? 'path' : 'abandoned') : beside
    const cost = amount(fields(used['cost'])['total'])
    return [known({ line, id, at: instant(value['timestamp']), model, purpose, usage, cost })]
  })
}

const names = { input: 'input', cacheRead: 'cacheRead', cacheWrite: 'cacheWrite', output: 'output' }

function usageOf(numbers: Fields): TranscriptRequest['usage'] | undefined {
  const usage = usageIn(numbers, names)
  const hour = count(numbers['cacheWrite1h']) ?? 0
  return usage && hour > 0 ? { ...usage, writes: { '1h': hour } } : usage
}
