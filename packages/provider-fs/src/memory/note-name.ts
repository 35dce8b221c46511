/** The day and name of a dated note. */
export interface NoteName {
  /** `YYYY-MM-DD`, an existing day. */
  readonly date: string
  readonly name: string
}

/** Parses `2026-03-01.md` and `2026-03-01-launch.md`; returns `undefined` for any other name, and for February 31. */
export function parseNoteName(name: string): NoteName | undefined {
  const date = /^(\d{4}-\d{2}-\d{2})(?:-[^/\\]+)?\.md$/i.exec(name)?.[1]
  if (date === undefined) return undefined
  const day = new Date(`${date}T00:00:00Z`)
  // An impossible day is either invalid or rolls over to another day.
  const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
  return real ? { date, name } : undefined
}
