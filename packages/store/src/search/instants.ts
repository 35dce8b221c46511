/** Converts an ISO 8601 time to milliseconds since 1970, which every database keeps: its own types end before JavaScript's dates. */
export function toKept(instant: string | undefined): number | null {
  return instant === undefined ? null : Date.parse(instant)
}

/**
 * Converts a stored time to ISO 8601. A driver may return a large number as text.
 *
 * @example
 * fromKept(toKept('2026-01-01T00:00:00.000Z') ?? 0) // '2026-01-01T00:00:00.000Z'
 */
export function fromKept(at: number | string | bigint): string {
  return new Date(Number(at)).toISOString()
}
