import { isRecord, type UnknownRecord } from './guards.ts'
import { cleanJson } from './json.ts'
import { type Ledger, lose } from './ledger.ts'

/**
 * The arguments of a call as the object that a provider asks for. What a model has written instead stands under the name that
 * the AI SDK gives it, which is noted; no arguments at all are none.
 */
export function objectInput(ledger: Ledger, input: unknown): UnknownRecord {
  if (input === undefined) return {}
  const clean = cleanJson(ledger, input)
  if (isRecord(clean)) return clean
  lose(ledger, 'value', 'The input of a call must be an object, so this one is sent inside of { rawInvalidInput }.')
  return { rawInvalidInput: clean ?? null }
}
