import { objectInput } from '../shared/call-input.ts'
import { isRecord } from '../shared/guards.ts'
import { jsonText } from '../shared/json.ts'
import { cleanText, type Ledger } from '../shared/ledger.ts'
import { mayBeOpenAI } from './models.ts'

/**
 * Returns the arguments of a call as JSON text: the recorded text if there is one, otherwise the JSON of the input. A
 * missing input is `{}`, and so is null: servers refuse it (AIDotNet/OpenDeepWiki#392).
 *
 * OpenAI takes what a model wrote as it is. Other servers read it for the template of a model, and refuse each request with
 * arguments that are not an object: vllm-project/vllm#48922 #48006, MoonshotAI/kimi-cli#2165,
 * OpenHands/software-agent-sdk#2887 (llama-server). Read on 2026-11-30.
 */
export function argumentsText(ledger: Ledger, input: unknown, recorded: unknown, model: string | undefined): string {
  if (!mayBeOpenAI(model) && !isRecord(input ?? {})) return JSON.stringify(objectInput(ledger, input))
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
