import type { SearchResult } from '@lamella/store'
import type { Mutant } from './mutant.ts'
import { at, type Fault, type Fields, given, gives, type StoreKind, storeMutant } from './store-faults.ts'
import { idsOf, listMutants } from './store-lists.ts'
import { searchMutants } from './store-searches.ts'

type Scope = { readonly tenant?: string; readonly user?: string; readonly agent?: string } | null | undefined

const scoped = (change: (scope: Fields) => unknown): Fault =>
  given((all) => at(all, 0, (scope) => change((scope ?? {}) as Fields)))
const composed = (name: unknown): unknown => (typeof name === 'string' ? name.normalize('NFC') : name)

/** Faults that any store can have. */
export function storeMutants<Store>(kind: StoreKind<Store>): readonly Mutant<Store>[] {
  const { prefix, items, put, erase = 'erase' } = kind
  const mutant = (code: string, name: string, fault: Fault): Mutant<Store> =>
    storeMutant(kind.make, `${prefix}_${code}`, name, fault)
  const ids = (change: (id: unknown) => unknown): Fault =>
    given((all, method) => {
      if (method === put) return kind.withId(all, change)
      return all.map((one, place) => (kind.ids[method]?.includes(place) ? change(one) : one))
    })
  const texts = (id: unknown): string => (typeof id === 'string' ? id : '')
  return [
    mutant(
      'SCOPE',
      'treats a missing tenant as one called default',
      scoped((scope) => (scope['tenant'] ? scope : { ...scope, tenant: 'default' })),
    ),
    mutant('SCOPE', 'lists without checking the tenant', (base) => ({
      list: async (scope, request) =>
        (scope as Scope)?.tenant ? await base.ask('list', scope, request) : { [items]: [], more: false },
    })),
    mutant(
      'IDS_REFUSED',
      'accepts a number as an id',
      ids((id) => (typeof id === 'number' ? String(id) : id)),
    ),
    mutant(
      'IDS_REFUSED',
      'truncates ids that are too long',
      ids((id) => (typeof id === 'string' ? id.slice(0, 512) : id)),
    ),
    mutant('IDS', 'treats two spellings of a character as the same', ids(composed)),
    mutant(
      'IDS',
      'trims ids',
      ids((id) => (texts(id).trim() === '' ? id : texts(id).trim())),
    ),
    mutant(
      'OWNERS',
      'lowercases tenants',
      scoped((scope) =>
        typeof scope['tenant'] === 'string' ? { ...scope, tenant: scope['tenant'].toLowerCase() } : scope,
      ),
    ),
    mutant(
      'OWNERS',
      'treats two spellings of an agent as the same',
      scoped((scope) => (scope['agent'] === undefined ? scope : { ...scope, agent: composed(scope['agent']) })),
    ),
    mutant(
      'OWNERS',
      'trims user names',
      scoped(({ user, ...scope }) =>
        user === undefined ? scope : { ...scope, user: texts(user).trim() === '' ? user : texts(user).trim() },
      ),
    ),
    ...['/', ':'].map((joint) =>
      mutant(
        'ISOLATION',
        `joins the names of an owner with ${joint}`,
        scoped((scope) => joined(scope, joint)),
      ),
    ),
    mutant('ISOLATION', 'also searches the data of the whole tenant', (base) => ({
      search: async (scope, request, ...more) => {
        const own = (await base.ask('search', scope, request, ...more)) as SearchResult<unknown>
        const { tenant, user, agent } = scope as NonNullable<Scope>
        if (user === undefined && agent === undefined) return own
        const others = (await base.ask('search', { tenant }, request, ...more)) as SearchResult<unknown>
        return { ...own, hits: [...own.hits, ...others.hits] }
      },
    })),
    ...listMutants(mutant, items),
    mutant('DELETE', 'also deletes ids that start with the given one', (base) => ({
      delete: async (scope, id, ...more) => {
        const deleted = await base.ask('delete', scope, id, ...more)
        for (const other of await idsOf(base, scope, items))
          if (other.startsWith(texts(id))) await base.ask('delete', scope, other)
        return deleted
      },
    })),
    mutant('DELETE', 'always reports that an item existed', (base) => ({
      delete: async (...all) => {
        await base.ask('delete', ...all)
        return true
      },
    })),
    mutant(
      'ERASE',
      'does not count erased items',
      gives(erase, () => 0),
    ),
    mutant('ERASE', 'erases only the exact scope', (base) => ({
      [erase]: async (scope) => {
        const own = await idsOf(base, scope, items)
        for (const id of own) await base.ask('delete', scope, id)
        await kind.erasedToo?.(base, scope)
        return own.length
      },
    })),
    mutant('CAPABILITIES', 'has no erase method', () => ({ [erase]: undefined })),
    mutant('LARGE', 'truncates texts after 65,536 characters', (base) => ({
      [put]: async (...all) => await base.ask(put, ...kind.withText(all, (text) => text.slice(0, 65_536))),
    })),
    mutant('CLOSE', 'throws when it is closed twice', (base) => {
      let isClosed = false
      return {
        close: async () => {
          if (isClosed) throw new Error('closed')
          isClosed = true
          await base.ask('close')
        },
      }
    }),
    ...searchMutants(mutant, kind),
  ]
}

/** Owners whose names contain the separator collide when their names are joined. */
function joined(scope: Fields, joint: string): Fields {
  const names = [scope['tenant'], scope['user'], scope['agent']].filter((name) => name !== undefined)
  if (names.length < 2 || !names.some((name) => typeof name === 'string' && name.includes(joint))) return scope
  const [tenant, ...user] = names.join(joint).split(joint)
  return { tenant, user: user.join(joint) }
}
