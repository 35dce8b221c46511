import type { Mutant } from './mutant.ts'
import { at, type Base, type Fault, type Fields, gives, type MakeMutant, takes, without } from './store-faults.ts'

/** Returns every id of an owner, in the order of the list. */
export async function idsOf(base: Base, scope: unknown, items: string): Promise<readonly string[]> {
  const list = (await base.ask('list', scope, { limit: Number.POSITIVE_INFINITY })) as Readonly<
    Record<string, readonly { readonly id: string }[]>
  >
  return (list[items] ?? []).map(({ id }) => id)
}

/** Faults in how ids are listed. */
export function listMutants<Store>(mutant: MakeMutant<Store>, items: string): readonly Mutant<Store>[] {
  const sorted =
    (keyOf: (id: string) => string): Fault =>
    (base) => ({
      list: async (scope, request) => {
        const { after, limit = 100, ...rest } = (request ?? {}) as { readonly after?: string; readonly limit?: number }
        // Called unchanged first, for the errors that it throws.
        await base.ask('list', scope, request)
        const all = (await base.ask('list', scope, { ...rest, limit: Number.POSITIVE_INFINITY })) as Fields
        const list = (all[items] as readonly { readonly id: string }[]).toSorted((a, b) =>
          keyOf(a.id) < keyOf(b.id) ? -1 : 1,
        )
        const behind = after === undefined ? list : list.filter(({ id }) => keyOf(id) > keyOf(after))
        return { [items]: behind.slice(0, limit), more: behind.length > limit }
      },
    })
  // Encodes code points as letters in the same order, like UTF-8 bytes.
  const bytes = (id: string): string =>
    Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte)).join('')
  return [
    mutant('LIST_ORDER', 'lists in order of UTF-8 bytes', sorted(bytes)),
    mutant(
      'LIST_ORDER',
      'lists case-insensitively',
      sorted((id) => `${id.toLowerCase()}\u0000${id}`),
    ),
    mutant('LIST', 'restarts the list after an id that does not exist', (base) => ({
      list: async (scope, request) => {
        const { after, ...rest } = (request ?? {}) as { readonly after?: string }
        const isThere = after === undefined || (await idsOf(base, scope, items)).includes(after)
        return await base.ask('list', scope, isThere ? request : rest)
      },
    })),
    mutant(
      'LIST',
      'reports more whenever a page is full',
      gives('list', (list, [, request]) => {
        const { limit = 100 } = (request ?? {}) as { readonly limit?: number }
        return { ...list, more: (list[items] as readonly unknown[]).length === limit }
      }),
    ),
    mutant(
      'LIST_LIMIT',
      'lists 50 items by default',
      takes('list', (all) => [all[0], { limit: 50, ...(all[1] as object) }]),
    ),
    mutant(
      'LIST_LIMIT',
      'treats a limit of 0 as no limit',
      takes('list', (all) =>
        at(all, 1, (request) =>
          (request as Fields | undefined)?.['limit'] === 0 ? without(request, 'limit') : request,
        ),
      ),
    ),
  ]
}
