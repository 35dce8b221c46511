import { cleanText, type Ledger, lose } from '../../shared/ledger.ts'

/** The text that base64 stands for, read as UTF-8; `undefined` for what is no base64. */
export function decodeText(ledger: Ledger, base64: string): string | undefined {
  const bytes = bytesOf(base64)
  if (bytes === undefined) return undefined
  try {
    return cleanText(ledger, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    lose(ledger, 'value', 'Bytes of the file that are no UTF-8 became U+FFFD.')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
}

const base64Text = /^[A-Za-z0-9+/]*={0,2}$/

function bytesOf(base64: string): Uint8Array | undefined {
  if (!base64Text.test(base64) || base64.length % 4 === 1) return undefined
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64')
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
