import { type ErrorInit, LamellaError } from '../errors.ts'

/** Makes errors whose details fit their code. */
export type MakeError<Details extends object> = <Code extends keyof Details & string>(
  code: Code,
  what: string,
  fix: string,
  details: Details[Code],
  cause?: unknown,
) => LamellaError<Code>

/**
 * The error function of a plugin, whose codes and details are those of a map of its own.
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
    // The class knows the details of the core's codes only, and takes a plain object for every other.
    return new LamellaError<Code>({ code, what, fix, details, cause } as unknown as ErrorInit<Code>)
  }
}
