/** Compares by ascending UTF-16 code units: the same on every machine, in every locale. */
export function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
