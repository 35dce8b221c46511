/** Returns a name as a quoted identifier, whatever it contains. Source: PostgreSQL, "Lexical Structure", 4.1.1. */
export function identifier(name: string): string {
  return `"${name.split('"').join('""')}"`
}
