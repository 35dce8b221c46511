/** Converts an ISO 8601 time to milliseconds since 1970, as stored. */
export function toKept(instant: string | undefined): number | null {
  return instant === undefined ? null : Date.parse(instant)
}

/** Converts a stored time to ISO 8601. */
export function fromKept(at: number): string {
  return new Date(at).toISOString()
}
