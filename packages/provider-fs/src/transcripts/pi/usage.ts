import { known } from '../../json.ts'
import type { RequestPurpose, TranscriptRequest } from '../contract/request.ts'
import { count, type Fields, fields, instant, text } from '../shared/fields.ts'
import type { PiEntry } from './entry.ts'

/** Returns what each entry used: answers, but also compactions, summaries of branches, warmings and models inside tools. */
export function requestsOf(entries: readonly PiEntry[], onPath: ReadonlySet<string>): readonly TranscriptRequest[] {
  let newest: string | undefined
  return entries.flatMap(({ id, line, type, value }) => {
    const message = fields(value['message'])
    const isAnswer = type === 'message' && message['role'] === 'assistant'
    newest =
      text(value['modelId']) ??
      (isAnswer ? (text(message['responseModel']) ?? text(message['model'])) : undefined) ??
      newest
    const used = fields(type === 'message' ? message['usage'] : value['usage'])
    const usage = usageOf(used)
    if (!usage) return []
    const model = isAnswer
      ? (text(message['responseModel']) ?? text(message['model']))
      : (text(value['model']) ?? newest)
    const purpose: RequestPurpose = isAnswer
      ? onPath.has(id)
        ? 'path'
        : 'abandoned'
      : type === 'compaction'
        ? type
        : 'side'
    const total = fields(used['cost'])['total']
    const cost = typeof total === 'number' && Number.isFinite(total) ? total : undefined
    return [known({ line, id, at: instant(value['timestamp']), model, purpose, usage, cost })]
  })
}

function usageOf(usage: Fields): TranscriptRequest['usage'] | undefined {
  const [input, cacheRead, cacheWrite, output] = ['input', 'cacheRead', 'cacheWrite', 'output'].map(
    (name) => count(usage[name]) ?? 0,
  ) as [number, number, number, number]
  if (input + cacheRead + cacheWrite + output === 0) return undefined
  const hour = count(usage['cacheWrite1h']) ?? 0
  return { input, cacheRead, cacheWrite, output, ...(hour > 0 && { writes: { '1h': hour } }) }
}
