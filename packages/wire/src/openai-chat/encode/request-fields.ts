import type { JsonValue, ProviderOptions } from '@lamella/core'
import { isRecord } from '../../shared/guards.ts'
import { type Ledger, lose } from '../../shared/ledger.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatRequest } from '../types.ts'

/** The request with the fields that only OpenAI knows behind its own. Fields that would make it invalid are left out. */
export function withRequestFields(
  ledger: Ledger,
  request: OpenAIChatRequest,
  options: ProviderOptions | undefined,
): OpenAIChatRequest {
  const { extra, reasoningEffort } = readFields(ledger, options, ['extra', 'reasoningEffort'])
  const kept: [string, JsonValue][] = []
  const hasEffort = typeof reasoningEffort === 'string'
  if (hasEffort) kept.push(['reasoning_effort', reasoningEffort])
  if (extra !== undefined && !isRecord(extra)) {
    lose(ledger, 'provider-options', 'Extra fields that are no object are not sent.')
  }
  for (const [field, value] of Object.entries(isRecord(extra) ? extra : {})) {
    const needsTools = field === 'tool_choice' || field === 'parallel_tool_calls'
    if (needsTools && request.tools === undefined) lose(ledger, 'tool-choice', `${field} without tools is left out.`)
    else if (field === 'max_tokens' && request.max_completion_tokens !== undefined) {
      lose(ledger, 'parameter', 'max_tokens cannot stand beside max_completion_tokens and is left out.')
    } else if (field === 'reasoning_effort' && hasEffort) {
      lose(ledger, 'provider-options', 'The extra field reasoning_effort is left out: the option says otherwise.')
    } else kept.push([field, value])
  }
  return withExtra(ledger, request, { extra: Object.fromEntries(kept) })
}
