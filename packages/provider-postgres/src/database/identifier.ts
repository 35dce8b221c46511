import { mustBeText } from '@lamella/core/plugin'

/** Returns a name as a quoted identifier, whatever it contains. Source: PostgreSQL, "Lexical Structure", 4.1.1. */
export function identifier(name: string): string {
  return `"${name.split('"').join('""')}"`
}

/** The longest name that PostgreSQL keeps whole, in bytes. Source: "Lexical Structure", 4.1.1, NAMEDATALEN. */
const longestName = 63

/**
 * Returns the problem of a value as the name of a schema or role. `$$` in one would end the body of a function, which
 * begins and ends with it.
 */
export function mustBeName(value: unknown): string | undefined {
  const problem = mustBeText(value)
  if (problem !== undefined) return problem
  const name = value as string
  if (name.includes('\0') || /[\uD800-\uDFFF]/u.test(name))
    return 'must be a name without U+0000 and half surrogate pairs'
  if (Buffer.byteLength(name) > longestName) return `must be a name of at most ${longestName} bytes`
  if (name.includes('$$')) return 'must not contain $$'
  return name.startsWith('pg_') ? 'must not begin with pg_, which PostgreSQL reserves' : undefined
}
