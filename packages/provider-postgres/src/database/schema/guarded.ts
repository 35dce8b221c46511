/**
 * Returns a table's statements with its policy: a connection sees and writes the rows of the tenant that its transaction
 * has set, and none without one. `FORCE` makes the policy hold for the owner of the table too.
 *
 * After a transaction that set it, the setting is '' and not NULL; no tenant is ''.
 */
export function guarded(schema: string, table: string, definition: string): string {
  const name = `${schema}.${table}`
  const own = "tenant = current_setting('lamella.tenant', true)"
  return `${definition.trim()}
  ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON ${name} USING (${own}) WITH CHECK (${own});
`
}
