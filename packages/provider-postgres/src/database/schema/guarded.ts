/**
 * Returns the definitions of tables with their policies: a connection sees and writes the rows of the tenant that its
 * transaction has set, and none without one. `FORCE` makes the policy hold for the owner of the table too.
 *
 * After a transaction that set it, the setting is '' and not NULL; no tenant is ''.
 */
export function guarded(schema: string, tables: readonly string[], definitions: string): string {
  const own = "tenant = current_setting('lamella.tenant', true)"
  const policies = tables.map((table) => {
    const name = `${schema}.${table}`
    return `
  ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON ${name} USING (${own}) WITH CHECK (${own});`
  })
  return `${definitions.trim()}${policies.join('')}
`
}
