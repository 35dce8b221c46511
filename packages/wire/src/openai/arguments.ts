import { jsonText } from '../shared/json.ts'
import { cleanText, type Ledger } from '../shared/ledger.ts'

/**
 * Returns the arguments of a call as JSON text: the recorded text if there is one, otherwise the JSON of the input. A
 * missing input is `{}`, and so is null: servers refuse it (AIDotNet/OpenDeepWiki#392).
 */
export function argumentsText(ledger: Ledger, input: unknown, recorded: unknown): string {
  if (typeof recorded === 'string' && saysTheSame(recorded, input)) return cleanText(ledger, recorded)
  const text = jsonText(ledger, input) ?? 'null'
  return text === 'null' ? '{}' : text
}

/**
 * Whether recorded arguments still match the call: an input that has changed since (redacted, for example) takes
 * precedence.
 */
function saysTheSame(recorded: string, input: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(recorded)) === JSON.stringify(input)
  } catch {
    return recorded === input
  }
}
