/**
 * Empties the word index, whose bytes have another form now: they know voices and the parts of long texts. Searches make it
 * anew, as for new texts. Vectors stay.
 *
 * The policies hold for the owner of the tables too, so they are lifted for the transaction, which holds the locks.
 */
export function indexAgain(schema: string): string {
  const tables = ['sessions', 'entries', 'blocks'].map((name) => `${schema}.${name}`)
  return `
  ${tables.map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;`).join('\n  ')}
  TRUNCATE ${schema}.words, ${schema}.indexed_texts, ${schema}.indexed_extents;
  UPDATE ${schema}.sessions SET indexed = 0, waiting = true WHERE indexed > 0;
  UPDATE ${schema}.entries SET waiting = true WHERE NOT waiting;
  UPDATE ${schema}.blocks SET waiting = true WHERE NOT waiting;
  ${tables.map((table) => `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`).join('\n  ')}
`
}
