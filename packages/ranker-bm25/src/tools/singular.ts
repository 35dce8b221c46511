/** Consonants and a plural `s`, which no stemmer removes: `PDFs`. */
const plural = /^[^aeiouy]{2,}s$/

/** Returns a term as tools are compared by: acronyms in the singular. */
export function singular(term: string): string {
  return term.endsWith('s') && plural.test(term) ? term.slice(0, -1) : term
}
