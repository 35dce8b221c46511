/** What delivery costs, in cents: nothing above 100.00. */
export function deliveryOf(cents) {
  return cents > 10_000 ? 0 : 590
}
