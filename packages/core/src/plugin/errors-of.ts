import { type ErrorInit, LamellaError } from '../errors.ts'

/** Creates errors whose details match their code. */
export type MakeError<Details extends object> = <Code extends keyof Details & string>(
  code: Code,
  what: string,
  fix: string,
  details: Details[Code],
  cause?: unknown,
) => LamellaError<Code>

/**
 * Returns the error function of a plugin with its own map of codes and details.
 *
 * @example
 * interface MailErrorDetails {
 *   MAILBOX_GONE: { readonly mailbox: string }
 * }
 * const mailError = errorsOf<MailErrorDetails>()
 * throw mailError('MAILBOX_GONE', 'There is no mailbox "in".', 'Name one that is there.', { mailbox: 'in' })
 */
export function errorsOf<Details extends object>(): MakeError<Details> {
  return <Code extends keyof Details & string>(
    code: Code,
    what: string,
    fix: string,
    details: Details[Code],
    cause?: unknown,
  ) => {
    // The class knows only the details of the core's codes, and accepts a plain object for all others.
    return new LamellaError<Code>({ code, what, fix, details, cause } as unknown as ErrorInit<Code>)
  }
}
