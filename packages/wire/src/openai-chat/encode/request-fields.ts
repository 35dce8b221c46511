import type { JsonValue, ProviderOptions } from '@lamella/core'
import { type Ledger, lose } from '../../shared/ledger.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatRequest } from '../types.ts'

/** The request with the fields that only OpenAI knows behind its own. Fields that would make it invalid are left out. */
export function withRequestFields(
  ledger: Ledger,
  request: OpenAIChatRequest,
  options: ProviderOptions | undefined,
): OpenAIChatRequest {
  const { extra } = readFields(ledger, options, ['extra'])
  if (extra === undefined) return request
  const kept: [string, JsonValue][] = []
  for (const [field, value] of Object.entries(extra)) {
    const needsTools = field === 'tool_choice' || field === 'parallel_tool_calls'
    if (needsTools && request.tools === undefined) lose(ledger, 'tool-choice', `${field} without tools is left out.`)
    else if (field === 'max_tokens' && request.max_completion_tokens !== undefined) {
      lose(ledger, 'parameter', 'max_tokens cannot stand beside max_completion_tokens and is left out.')
    } else kept.push([field, value])
  }
  return withExtra(ledger, request, { extra: Object.fromEntries(kept) })
}
