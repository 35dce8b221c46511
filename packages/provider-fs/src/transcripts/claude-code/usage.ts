import { known } from '../../json.ts'
import type { RequestPurpose, TranscriptRequest } from '../contract/request.ts'
import { count, type Fields, fields } from '../shared/fields.ts'
import { usageIn } from '../shared/usage.ts'
import type { ClaudeNode } from './node.ts'

/**
 * Returns one record for each answer. All its lines repeat the usage, and the first ones may have the value of the start:
 * the line with the most output counts, the last of equal ones.
 */
export function requestsOf(
  nodes: Iterable<ClaudeNode>,
  onPath: (node: ClaudeNode) => boolean,
): readonly TranscriptRequest[] {
  const answers = new Map<string, { best: ClaudeNode; isOnPath: boolean }>()
  for (const node of nodes) {
    if (node.answer === undefined || node.isSynthetic) continue
    const held = answers.get(node.answer)
    const isOnPath = onPath(node) || held?.isOnPath === true
    const isBetter = !held || output(node) >= output(held.best)
    answers.set(node.answer, { best: isBetter ? node : held.best, isOnPath })
  }
  return [...answers.values()].flatMap(({ best, isOnPath }) => {
    const purpose: RequestPurpose = best.isSide ? 'subagent' : isOnPath ? 'path' : 'abandoned'
    const usage = usageOf(best.usage ?? {})
    if (!usage) return []
    const { line, answer, at, model } = best
    return [known({ line, id: answer, at, model, purpose, usage })]
  })
}

function output({ usage }: ClaudeNode): number {
  return count(usage?.['output_tokens']) ?? 0
}

const names = {
  input: 'input_tokens',
  cacheWrite: 'cache_creation_input_tokens',
  cacheRead: 'cache_read_input_tokens',
  output: 'output_tokens',
}

/** Reads the usage of Anthropic's API, whose input is without the cache; `undefined` if nothing was used. */
function usageOf(usage: Fields): TranscriptRequest['usage'] | undefined {
  const lives = fields(usage['cache_creation'])
  const all = ['5m', '1h'].map((life) => [life, count(lives[`ephemeral_${life}_input_tokens`]) ?? 0] as const)
  const writes = Object.fromEntries(all.filter(([, tokens]) => tokens > 0))
  const written = all.reduce((sum, [, tokens]) => sum + tokens, 0)
  const numbers = usageIn({ ...usage, [names.cacheWrite]: count(usage[names.cacheWrite]) ?? written }, names)
  return numbers && written > 0 ? { ...numbers, writes } : numbers
}
