/** The price of a number of lamps, in cents: 20.00 each, a tenth less from ten lamps on. */
export function priceOf(lamps) {
  const full = lamps * 2_000
  return lamps > 10 ? full * 0.9 : full
}
