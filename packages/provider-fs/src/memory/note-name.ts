/** Day and name of a dated note. */
export interface NoteName {
  /** `YYYY-MM-DD`, a day that exists. */
  readonly date: string
  readonly name: string
}

/** Reads `2026-03-01.md` and `2026-03-01-launch.md`; `undefined` for any other name, and for the 31st of February. */
export function parseNoteName(name: string): NoteName | undefined {
  const date = /^(\d{4}-\d{2}-\d{2})(?:-[^/\\]+)?\.md$/i.exec(name)?.[1]
  if (date === undefined) return undefined
  const day = new Date(`${date}T00:00:00Z`)
  // An impossible day is invalid, or becomes another one.
  const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
  return real ? { date, name } : undefined
}
