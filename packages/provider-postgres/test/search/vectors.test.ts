import { postgres } from '@lamella/provider-postgres'
import { describe, expect, it } from 'vitest'
import { direction, embedderOf, meaning } from '../../../provider-sqlite/test/helpers/embedders.ts'
import { vectorTests } from '../../../provider-sqlite/test/shared/vectors.ts'
import { database } from '../helpers/database.ts'
import { makePlainRole, newSchema } from '../helpers/engines.ts'
import { openEmpty } from '../helpers/open.ts'

vectorTests(openEmpty)

describe('vectors of memory', () => {
  it('of a tenant whose id is stored in another form are found under the policies too', async () => {
    const engine = await database()
    const role = await makePlainRole(engine)
    const { memory } = await postgres(engine, { schema: newSchema(), embedder: meaning(), role })
    const odd = { tenant: 'a\\b\0c' }
    await memory.put(odd, { id: 'car', text: 'the car' })
    expect((await memory.search(odd, { query: 'automobile', mode: 'vector' })).hits.map(({ item }) => item.id)).toEqual(
      ['car'],
    )
  })

  it('of a model with the same name and other dimensions are rejected', async () => {
    const [engine, schema] = [await database(), newSchema()]
    const model = (dimensions: number) => embedderOf('m', (text) => direction(text, dimensions), { dimensions })
    const [before, after] = [
      await postgres(engine, { schema, embedder: model(8) }),
      await postgres(engine, { schema, embedder: model(9) }),
    ]
    const [acme, bolt] = [{ tenant: 'acme' }, { tenant: 'bolt' }]
    await before.memory.put(acme, { id: 'a', text: 'the car' })
    await expect(after.memory.search(acme, { query: 'car' })).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
      details: { embedder: 'm', dimensions: 9, kept: 8 },
    })
    await after.memory.put(bolt, { id: 'a', text: 'the car' })
    expect((await after.memory.search(bolt, { query: 'car', mode: 'vector' })).hits).toHaveLength(1)
    expect((await before.memory.search(acme, { query: 'car', mode: 'vector' })).hits).toHaveLength(1)
  })
})
