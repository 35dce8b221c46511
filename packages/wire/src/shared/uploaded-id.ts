import { cleanText, type Ledger, lose } from './ledger.ts'

/**
 * Returns the id of an uploaded file: from the options, or data that is an id. Reports an option that is not a valid
 * id, and falls back to the data.
 */
export function uploadedId(ledger: Ledger, given: unknown, data: unknown, ids: RegExp): string | undefined {
  if (typeof given === 'string' && given.trim() !== '') return cleanText(ledger, given)
  if (given !== undefined && given !== null) {
    lose(ledger, 'provider-options', 'The option fileId is not a valid file id: the data is sent.')
  }
  return typeof data === 'string' && ids.test(data) ? data : undefined
}
