import { isRecord, type UnknownRecord } from './guards.ts'
import { cleanJson } from './json.ts'
import { type Ledger, lose } from './ledger.ts'

/**
 * Returns the arguments of a call as the object that a provider requires. Any other input goes under the AI SDK's name
 * for it, which is reported; missing arguments become an empty object.
 */
export function objectInput(ledger: Ledger, input: unknown): UnknownRecord {
  if (input === undefined || input === null) return {}
  const clean = cleanJson(ledger, input)
  if (isRecord(clean)) return clean
  lose(ledger, 'value', 'The input of a call must be an object, so this one is sent inside { rawInvalidInput }.')
  return { rawInvalidInput: clean ?? null }
}
