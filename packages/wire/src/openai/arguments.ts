import { jsonText } from '../shared/json.ts'
import { cleanText, type Ledger } from '../shared/ledger.ts'

/**
 * The arguments of a call as JSON text: as the model wrote them where they were recorded, else as the JSON of the input.
 * No input at all is `{}`.
 */
export function argumentsText(ledger: Ledger, input: unknown, recorded: unknown): string {
  if (typeof recorded === 'string' && saysTheSame(recorded, input)) return cleanText(ledger, recorded)
  return jsonText(ledger, input) ?? '{}'
}

/** Whether recorded arguments still are those of the call: an input that was changed since (redacted, say) must win. */
function saysTheSame(recorded: string, input: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(recorded)) === JSON.stringify(input)
  } catch {
    return recorded === input
  }
}
