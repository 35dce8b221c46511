import { type Ledger, lose } from './ledger.ts'

/** Returns a text that replaces omitted content, so that the model knows about the omission. */
export function leftOut(ledger: Ledger, what: string, why: string): string {
  lose(ledger, 'media', `The ${what} is left out: ${why}.`)
  return `[${what} left out: ${why}]`
}
