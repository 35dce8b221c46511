import { valueInvalid } from '@lamella/store'
import type { KeptOperation } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import type { Head } from './heads.ts'

/** Changes made under a name, so that they are not repeated. Call these methods in a transaction. */
export interface Operations {
  find(statements: Statements, head: Head, name: string): Promise<KeptOperation | undefined>
  add(statements: Statements, head: Head, operations: readonly KeptOperation[]): Promise<void>
  /** By revision. */
  list(statements: Statements, head: Head): Promise<readonly KeptOperation[]>
}

export function createOperations(schema: string): Operations {
  const found = `SELECT name, kind, revision, start, length FROM ${schema}.operations WHERE tenant = $1 AND session = $2`
  const read = async (
    statements: Statements,
    rest: string,
    ...values: unknown[]
  ): Promise<readonly KeptOperation[]> => {
    const rows = await statements.query<KeptOperation>(`${found} ${rest}`, ...values)
    return rows.map((row) => ({ ...row, name: fromStored(row.name) }))
  }
  return {
    find: async (statements, { tenant, id }, name) =>
      (await read(statements, 'AND name = $3', tenant, id, toStored(name)))[0],
    add: async (statements, { tenant, id }, operations) => {
      await statements.query(
        `INSERT INTO ${schema}.operations (tenant, session, name, kind, revision, start, length)
         SELECT $1, $2, o.* FROM unnest($3::text[], $4::text[], $5::integer[], $6::integer[], $7::integer[]) AS o`,
        ...[tenant, id, operations.map(({ name }) => toStored(name))],
        ...(['kind', 'revision', 'start', 'length'] as const).map((field) => operations.map((one) => one[field])),
      )
    },
    list: (statements, { tenant, id }) => read(statements, 'ORDER BY revision', tenant, id),
  }
}

/** Creates the error for an operation under a name that is already used. */
export function anotherChange(): Error {
  return valueInvalid('options.operation', 'is the name of another change of this session')
}
