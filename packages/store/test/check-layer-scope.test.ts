import { createContext, defineLayer, isLamellaError, type Scope } from '@lamella/core'
import { checkLayerScope } from '@lamella/core/plugin'
import { openSession } from '@lamella/store'
import { createSession, createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const name = fc.option(fc.constantFrom('a', 'b'), { nil: undefined })
const scopes = fc.record({
  tenant: fc.constantFrom('a', 'b'),
  user: name,
  agent: name,
  session: name,
}) as fc.Arbitrary<Scope>

describe('checkLayerScope', () => {
  it("accepts only requests that match every field of the layer's scope", () => {
    fc.assert(
      fc.property(scopes, scopes, (own, asked) => {
        const wrong = (['tenant', 'user', 'agent'] as const).filter(
          (key) => own[key] !== undefined && own[key] !== asked[key],
        )
        const check = (): void => checkLayerScope('the layer', own, asked)
        if (wrong.length === 0) expect(check).not.toThrow()
        else
          expect(check).toThrow(
            expect.objectContaining({ code: 'SCOPE_MISMATCH', details: { what: 'the layer', key: wrong[0] } }),
          )
      }),
    )
  })

  it('does not reveal the other scope in its error', () => {
    try {
      checkLayerScope('the layer', { tenant: 'acme', user: 'ada.lovelace' }, { tenant: 'acme', user: 'charles' })
      expect.unreachable()
    } catch (error) {
      expect(isLamellaError(error, 'SCOPE_MISMATCH')).toBe(true)
      expect(JSON.stringify([(error as Error).message, error])).not.toMatch(/lovelace|charles/)
    }
  })

  it('fails a build through the layer that calls it', async () => {
    const own = { tenant: 'acme', user: 'ada' }
    const notes = defineLayer('notes', {
      load: ({ scope }) => {
        checkLayerScope("the layer 'notes'", own, scope)
        return 'Secret.'
      },
    })
    const builder = createContext().use(notes).budget({ window: 1_000, reserve: 0 })
    await expect(builder.build({ scope: { tenant: 'evil', user: 'ada' } })).rejects.toMatchObject({
      code: 'SCOPE_MISMATCH',
    })
    expect((await builder.build({ scope: own })).system[0]?.content).toBe('Secret.')
  })
})

describe('a store session', () => {
  it('cannot be built for another tenant or user; another agent may continue it', async () => {
    const store = createSessionStore()
    const own = { tenant: 'acme', user: 'ada', agent: 'scribe' }
    await store.append(own, 'main', [{ role: 'user', content: 'Secret.' }])
    const session = await openSession(store, own, 'main')
    const builder = createContext().budget({ window: 1_000, reserve: 0 })
    for (const scope of [{ ...own, tenant: 'evil' }, { ...own, user: 'bob' }, { tenant: 'acme' }]) {
      await expect(builder.build({ scope, session })).rejects.toMatchObject({
        code: 'SCOPE_MISMATCH',
        details: { what: 'the session' },
      })
    }
    await builder.build({ scope: { ...own, agent: 'reader' }, session })
    await builder.build({ scope: { tenant: 'anybody' }, session: createSession([{ role: 'user', content: 'Hi' }]) })
  })
})
