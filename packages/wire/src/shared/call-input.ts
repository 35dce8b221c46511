import { isRecord, parsedJson, type UnknownRecord } from './guards.ts'
import { cleanJson, jsonText } from './json.ts'
import { type Ledger, lose } from './ledger.ts'

/**
 * Returns the arguments of a call as the object that a provider requires. A text may be the JSON of one, as OpenAI's formats
 * have it. Any other input goes under the AI SDK's name for it, which is reported; missing arguments become an empty object.
 */
export function objectInput(ledger: Ledger, input: unknown): UnknownRecord {
  if (input === undefined || input === null) return {}
  const clean = cleanJson(ledger, parsedObject(input) ?? input)
  if (isRecord(clean)) return clean
  loseForm(ledger)
  return { rawInvalidInput: clean ?? null }
}

/** Returns the JSON of what {@link objectInput} returns, without a copy of the input. */
export function objectText(ledger: Ledger, input: unknown): string {
  const text = jsonText(ledger, parsedObject(input) ?? input) ?? 'null'
  if (text.startsWith('{')) return text
  if (text === 'null') return '{}'
  loseForm(ledger)
  return `{"rawInvalidInput":${text}}`
}

function parsedObject(input: unknown): UnknownRecord | undefined {
  const value = typeof input === 'string' ? parsedJson(input) : undefined
  return isRecord(value) ? value : undefined
}

function loseForm(ledger: Ledger): void {
  lose(ledger, 'value', 'The input of a call must be an object, so this one is sent inside { rawInvalidInput }.')
}
