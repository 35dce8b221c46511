/** Returns which texts are in the rows of a schema. Not in its files: those keep replaced rows until VACUUM. */
export async function findRows(
  query: (text: string) => Promise<readonly Record<string, unknown>[]>,
  schema: string,
  texts: readonly string[],
): Promise<readonly string[]> {
  const tables = await query(`SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}'`)
  const left: string[] = []
  for (const text of texts) {
    const inTables = tables.map(({ name }) => `SELECT 1 FROM ${schema}."${name}" t WHERE t::text LIKE '%${text}%'`)
    const rows = await query(inTables.join(' UNION ALL '))
    if (rows.length > 0) left.push(text)
  }
  return left
}
