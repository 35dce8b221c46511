import { bytesOfBase64 } from './base64.ts'
import { cleanText, type Ledger, lose } from './ledger.ts'

/** Decodes standard base64 as UTF-8 text. */
export function decodeText(ledger: Ledger, base64: string): string {
  const bytes = bytesOfBase64(base64)
  try {
    return cleanText(ledger, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    lose(ledger, 'value', 'Bytes of the file that are not valid UTF-8 became U+FFFD.')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
}
