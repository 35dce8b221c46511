import { type Ledger, lose } from './ledger.ts'

/** A text that stands where something was left out, so that the model does not miss it in silence. */
export function leftOut(ledger: Ledger, what: string, why: string): string {
  lose(ledger, 'media', `The ${what} is left out: ${why}.`)
  return `[${what} left out: ${why}]`
}
