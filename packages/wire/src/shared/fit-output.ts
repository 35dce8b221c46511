import { type Ledger, lose } from './ledger.ts'
import type { WireContext } from './wire-context.ts'

/** Tokens that the window has left beside the request; `undefined` where the context does not say. */
export function roomOf({ report }: WireContext): number | undefined {
  const { window, total } = report?.tokens ?? {}
  return window === undefined || total === undefined ? undefined : Math.max(0, window - total)
}

/**
 * The body with each limit of the answer within the room that the window has left: input and output together must not pass it.
 * A builder keeps room for the limit that its parameters name, so this only changes limits that were set later.
 *
 * @param fields The names that this format has for the limit.
 * @param least The lowest limit that the provider takes. With less room the limit is left out.
 */
export function fitOutput<Body extends object>(
  ledger: Ledger,
  context: WireContext,
  body: Body,
  fields: readonly string[],
  least: number,
): Body {
  const room = roomOf(context)
  if (room === undefined) return body
  const limits = body as Readonly<Record<string, unknown>>
  const over = fields.filter((field) => typeof limits[field] === 'number' && limits[field] > room)
  if (over.length === 0) return body
  for (const field of over) tellLowered(ledger, `${field} of ${String(limits[field])}`, room < least ? undefined : room)
  const fitted = Object.entries(body).flatMap(([field, value]) => {
    if (!over.includes(field)) return [[field, value]]
    return room < least ? [] : [[field, room]]
  })
  return Object.fromEntries(fitted) as Body
}

/** Notes that something takes more than the window has left, and what becomes of it: another number, or nothing. */
export function tellLowered(ledger: Ledger, what: string, tokens: number | undefined): void {
  const fate = tokens === undefined ? 'left out' : `lowered to ${tokens}`
  lose(ledger, 'parameter', `The ${what} does not fit beside the request in the window and is ${fate}.`)
}
