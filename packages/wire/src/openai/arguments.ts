import { objectText } from '../shared/call-input.ts'
import { isRecord } from '../shared/guards.ts'
import { cleanText, type Ledger } from '../shared/ledger.ts'

/**
 * Returns the arguments of a call as the JSON text of an object: the recorded text if there is one that still says the same,
 * otherwise the JSON of the input. OpenAI takes any text; the servers in front of open models parse it, and answer 400 or
 * 500 to each request of the conversation if it is not an object (vllm-project/vllm#43995, local-inference-lab/vllm#684;
 * read on 30 November 2026).
 */
export function argumentsText(ledger: Ledger, input: unknown, recorded: unknown): string {
  if (typeof recorded === 'string' && saysTheSame(recorded, input)) return cleanText(ledger, recorded)
  return objectText(ledger, input)
}

/**
 * Whether recorded arguments still match the call: an input that has changed since (redacted, for example) takes
 * precedence.
 */
function saysTheSame(recorded: string, input: unknown): boolean {
  try {
    return isRecord(input) && JSON.stringify(JSON.parse(recorded)) === JSON.stringify(input)
  } catch {
    return false
  }
}
