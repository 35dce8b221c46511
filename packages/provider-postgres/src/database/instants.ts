/** Converts an ISO 8601 time to milliseconds since 1970, as stored. `timestamptz` ends before JavaScript's dates do. */
export function toKept(instant: string | undefined): number | null {
  return instant === undefined ? null : Date.parse(instant)
}

/** Converts a stored time to ISO 8601. `pg` returns `bigint` as text. */
export function fromKept(at: number | string | bigint): string {
  return new Date(Number(at)).toISOString()
}
