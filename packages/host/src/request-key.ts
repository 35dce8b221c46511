import { contentKey } from '@lamella/core/plugin'
import type { AdapterRequest } from './contract/adapter.ts'

/** With another system prompt of the call, the same message is another request: a retry repeats only what was asked. */
export function requestKey({ system = [] }: Pick<AdapterRequest, 'system'>): string {
  return contentKey(JSON.stringify(system))
}
