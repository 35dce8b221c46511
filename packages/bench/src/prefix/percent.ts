/** Formats a share of 0 to 1. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
