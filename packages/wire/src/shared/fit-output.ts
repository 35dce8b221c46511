import { type Ledger, lose } from './ledger.ts'
import type { WireContext } from './wire-context.ts'

/** Returns the tokens left in the window after the request; `undefined` if the context does not say. */
export function roomOf({ report }: WireContext): number | undefined {
  const { window, total } = report?.tokens ?? {}
  return window === undefined || total === undefined ? undefined : Math.max(0, window - total)
}

/**
 * Returns the body with each output limit reduced to the rest of the window: input and output together must not exceed
 * it. A builder reserves room for the limit in its parameters, so this only changes limits that were set later.
 *
 * @param fields The format's names for the output limit.
 * @param least The lowest limit that the provider accepts. With less room, the limit is left out.
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

/** Reports that something exceeds the rest of the window, and whether it is lowered or left out. */
export function tellLowered(ledger: Ledger, what: string, tokens: number | undefined): void {
  const fate = tokens === undefined ? 'left out' : `lowered to ${tokens}`
  lose(ledger, 'parameter', `The ${what} does not fit into the window with the request and is ${fate}.`)
}
