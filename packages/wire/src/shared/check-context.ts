import { wireError } from './errors.ts'
import type { WireContext } from './wire-context.ts'

/**
 * Refuses an object that has its system prompt in `systemPrompt` alone, where no encoder looks: it would be lost. A context may have
 * that text beside `system`, as those of the assembler do.
 *
 * @throws LamellaError `WIRE_UNENCODABLE`
 */
export function checkContext(context: WireContext & { readonly systemPrompt?: unknown }): void {
  if (context.systemPrompt === undefined || context.system !== undefined) return
  throw wireError(
    'WIRE_UNENCODABLE',
    'This has a systemPrompt and no system: the system prompt would not be sent.',
    "Give it as system: [{ role: 'system', content: systemPrompt }].",
    { path: 'systemPrompt' },
  )
}
