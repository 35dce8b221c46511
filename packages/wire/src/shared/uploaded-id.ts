import { cleanText, type Ledger, lose } from './ledger.ts'

/**
 * The id of an uploaded file: the one that the options give, or data that is one. An option that names no file is noted, and
 * the data counts.
 */
export function uploadedId(ledger: Ledger, given: unknown, data: unknown, ids: RegExp): string | undefined {
  if (typeof given === 'string' && given.trim() !== '') return cleanText(ledger, given)
  if (given !== undefined && given !== null) {
    lose(ledger, 'provider-options', 'The option fileId names no file: the data is sent.')
  }
  return typeof data === 'string' && ids.test(data) ? data : undefined
}
