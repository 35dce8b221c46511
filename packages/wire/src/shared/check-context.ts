import { wireError } from './errors.ts'
import type { WireContext } from './wire-context.ts'

/**
 * Refuses what an assembler gives in place of its member `context`: its messages are there, its system prompt would be lost.
 *
 * @throws LamellaError `WIRE_UNENCODABLE`
 */
export function checkContext(context: WireContext): void {
  if (context.systemPrompt === undefined) return
  throw wireError(
    'WIRE_UNENCODABLE',
    'This is the result of an assembler, not a context: its system prompt would not be sent.',
    'Give its member context, as in toOpenAIChat(assembled.context).',
    { path: 'systemPrompt' },
  )
}
