import { indexPostgres, postgres, postgresMigrations } from '@lamella/provider-postgres'
import { describe, expect, it } from 'vitest'
import { embedded, newSchema } from './helpers/engines.ts'

const engine = await embedded()
const refused = { code: 'OPTION_INVALID', details: { option: 'schema' } }

/** Names that end the body of a function, and one that would begin a statement of its own there. */
describe.each(['a$$', '$$', "a$$; DROP SCHEMA x; SELECT '$$"])('the name %j of a schema', (schema) => {
  it('is refused by each function that takes one', async () => {
    await expect(postgres(engine, { schema })).rejects.toMatchObject(refused)
    await expect(indexPostgres(engine, { tenant: 'acme', schema })).rejects.toMatchObject(refused)
    expect(() => postgresMigrations({ schema })).toThrow(expect.objectContaining({ code: refused.code }))
  })
})

it.each(['a$b', '$', 'a$', '$body$'])('the name %j of a schema is taken as it is', async (name) => {
  const schema = `${newSchema()}${name}`
  const { sessions } = await postgres(engine, { schema })
  await sessions.append({ tenant: 'acme' }, 's', [{ role: 'user', content: 'Hello' }])
  expect((await sessions.page({ tenant: 'acme' }, 's')).length).toBe(1)
})

describe('the version of a run', () => {
  it('is not used again after its state was damaged, and names another series after a deletion', async () => {
    const [schema, ada, id] = [newSchema(), { tenant: 'acme', user: 'ada' }, 's']
    const { sessions } = await postgres(engine, { schema })
    await sessions.runs.write(ada, id, { n: 1 }, 0)
    const first = await sessions.runs.version(ada, id)
    expect(first?.version).toBe(1)
    await engine.exec(`UPDATE ${schema}.runs SET json = '[]'`)
    expect(await sessions.runs.read(ada, id)).toBeUndefined()
    expect(await sessions.runs.write(ada, id, { n: 2 }, 0)).toBe(2)
    expect(await sessions.runs.version(ada, id)).toEqual({ ...first, version: 2 })
    await sessions.delete(ada, id)
    expect(await sessions.runs.version(ada, id)).toBeUndefined()
    await sessions.runs.write(ada, id, { n: 1 }, 0)
    expect((await sessions.runs.version(ada, id))?.series).not.toBe(first?.series)
  })
})
