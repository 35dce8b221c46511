/** An ISO 8601 instant as it is kept: milliseconds since 1970. */
export function toKept(instant: string | undefined): number | null {
  return instant === undefined ? null : Date.parse(instant)
}

/** What was kept as an ISO 8601 instant. */
export function fromKept(at: number): string {
  return new Date(at).toISOString()
}
