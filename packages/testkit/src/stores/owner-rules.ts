import type { Scope } from '@lamella/core'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { alikeOwners } from './ids.ts'
import { lacking } from './lacking.ts'
import type { StoreRule } from './options.ts'
import type { Shelf } from './shelf.ts'

/** Separators that stores use to join the names of an owner. */
const joints = ['/', ':', '|', '\u0000', '.', '_', '-', ' ', '","', '', '%2F', '\n']

interface Step {
  readonly kind: 'put' | 'delete' | 'erase'
  /** Index of the owner. */
  readonly owner: number
  readonly id: 'a' | 'b'
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'put', 'delete', 'erase'),
  owner: fc.nat({ max: 7 }),
  id: fc.constantFrom('a', 'b'),
})

/** Rules for ownership, deletes and erases. */
export function ownerRules<Store>(shelf: Shelf<Store>): readonly StoreRule<Store>[] {
  const { thing, prefix, lines } = shelf
  return [
    {
      code: `${prefix}_ISOLATION`,
      contract: lines.apart,
      name: 'shows each owner only its own data, whatever is written, deleted and erased',
      check: async (store, bench) => {
        let run = 0
        for (const joint of joints) {
          const owners = alikeOwners(joint).map((owner) => ({ ...owner, tenant: `each${joint}${owner.tenant}` }))
          for (const [index, owner] of owners.entries()) await shelf.put(store, owner, 'a', { text: `launch ${index}` })
          for (const [index, owner] of owners.entries()) {
            const texts = await shelf.texts(store, owner, 'a')
            mustEqual(bench, texts, [`launch ${index}`], `"launch ${index}" alone for ${show(owner)}`)
          }
        }
        const sample = fc.tuple(fc.constantFrom(...joints), fc.array(step, { minLength: 2, maxLength: 12 }))
        await bench.forEach(sample, async ([joint, steps]) => {
          const tag = `run${run++}`
          const owners = alikeOwners(joint).map((owner) => ({ ...owner, tenant: `${tag}${joint}${owner.tenant}` }))
          const model = owners.map((): View => ({ texts: { a: [], b: [] }, found: [] }))
          for (const [index, { kind, owner: which, id }] of steps.entries()) {
            const owner = owners[which] as Scope
            const own = (model[which] as View).texts
            const text = `launch ${index}`
            if (kind === 'put') {
              await shelf.put(store, owner, id, { text })
              own[id] = shelf.grows ? [...own[id], text] : [text]
            } else if (kind === 'delete') {
              await shelf.delete(store, owner, id)
              own[id] = []
            } else if (shelf.has(store, 'erase')) await shelf.erase(store, owner)
            for (const [place, other] of owners.entries()) {
              const seen = await view(shelf, store, other)
              const known = model[place] as View
              // Other cases cover the result of erase and searches in the owner's own data.
              const isErased = kind === 'erase' && isInside(other, owner)
              const wanted = place === which ? { ...known, found: seen.found } : known
              if (!isErased && !same(seen, wanted)) {
                const what = `after ${kind} of ${show(id)} for ${show(owner)}`
                bench.fail(`${canonical(wanted)} for ${show(other)} ${what}`, canonical(seen))
              }
              model[place] = seen
            }
          }
        })
      },
    },
    {
      code: `${prefix}_DELETE`,
      contract: lines.deletes,
      name: `deletes ${thing} and no other, and returns whether it existed`,
      check: async (store, bench) => {
        const scope = { tenant: 'acme' }
        const put = (id: string, text: string): Promise<unknown> => shelf.put(store, scope, id, { text })
        await put('a', 'one')
        await put('ab', 'two')
        const said = [await shelf.delete(store, scope, 'a'), await shelf.delete(store, scope, 'a')]
        mustEqual(bench, said, [true, false], 'true first, false the second time')
        const never = await shelf.delete(store, { tenant: 'nobody' }, 'a')
        if (never) bench.fail('false for a missing item', show(never))
        const left = [await shelf.texts(store, scope, 'a'), await shelf.texts(store, scope, 'ab')]
        mustEqual(bench, left, [[], ['two']], 'nothing of the deleted item, and all of the other')
        const { ids } = await shelf.list(store, scope)
        mustEqual(bench, ids, ['ab'], 'only the other item in the list')
        await put('a', 'three')
        mustEqual(bench, await shelf.texts(store, scope, 'a'), ['three'], 'no old content in a new item with that id')
      },
    },
    {
      code: `${prefix}_ERASE`,
      contract: lines.erases,
      name: 'erases a scope and the narrower scopes in it, nothing else, and returns the number of erased items',
      check: async (store, bench) => {
        if (!shelf.has(store, 'erase')) return bench.skip(lacking(store, 'erase'))
        let run = 0
        for (const scope of [{}, { user: 'ada' }, { agent: 'x' }, { user: 'ada', agent: 'x' }, { user: 'eve' }]) {
          const tenant = `run ${run++}`
          const erased = { tenant, ...scope }
          const owners = [tenant, `${tenant}0`].flatMap(ownersOf)
          for (const owner of owners) await shelf.put(store, owner, 'a', { text: 'one' })
          await shelf.put(store, { tenant, user: 'ada', agent: 'x' }, 'b', { text: 'two' })
          const gone = owners.filter((owner) => isInside(owner, erased))
          const count = await shelf.erase(store, erased)
          const wanted = gone.length + (scope.user === 'eve' ? 0 : 1)
          if (count !== wanted) bench.fail(`${wanted} erased by ${show(erased)}`, show(count))
          for (const owner of owners) {
            const left = await shelf.texts(store, owner, 'a')
            const shouldBe = gone.includes(owner) ? [] : ['one']
            mustEqual(bench, left, shouldBe, `${show(shouldBe)} left of ${show(owner)} by erase of ${show(erased)}`)
            const { ids } = await shelf.list(store, owner)
            if (gone.includes(owner) && ids.length > 0) bench.fail(`nothing in the list of ${show(owner)}`, show(ids))
          }
        }
      },
    },
  ]
}

/** All combinations of two users and two agents, including none. */
function ownersOf(tenant: string): readonly Scope[] {
  const users = [{}, { user: 'ada' }, { user: 'bob' }]
  const agents = [{}, { agent: 'x' }, { agent: 'y' }]
  return users.flatMap((user) => agents.map((agent) => ({ tenant, ...user, ...agent })))
}

/** Whether a scope equals the other one or is narrower. */
function isInside(scope: Scope, { tenant, user, agent }: Scope): boolean {
  if (scope.tenant !== tenant) return false
  return (user === undefined || scope.user === user) && (agent === undefined || scope.agent === agent)
}

/** Everything that is visible to an owner. */
interface View {
  readonly texts: Record<'a' | 'b', readonly string[]>
  readonly found: readonly string[]
}

async function view<Store>(shelf: Shelf<Store>, store: Store, scope: Scope): Promise<View> {
  const request = { query: 'launch', mode: 'keyword', limit: 100 } as const
  const hits = shelf.has(store, 'search') ? await shelf.search(store, scope, request) : []
  // Sorted: hits with equal scores may come in any order, and scores do not matter here.
  const found = hits.map(({ id, text }) => `${id} ${text}`).toSorted()
  const { ids } = await shelf.list(store, scope)
  const textsOf = async (id: string): Promise<readonly string[]> => {
    const texts = await shelf.texts(store, scope, id)
    return ids.includes(id) === texts.length > 0 ? texts : [...texts, `in the list: ${ids.includes(id)}`]
  }
  return { texts: { a: await textsOf('a'), b: await textsOf('b') }, found }
}
