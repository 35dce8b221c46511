import type { Scope } from '@lamella/core'
import { checkId, type Owner, ownerOf } from '../check/check.ts'

/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>

/** A checked request for a page of a list. */
export interface ListPage {
  /** The page begins after this id. */
  readonly after: string | undefined
  /** 1 or more, or Infinity. */
  readonly limit: number
}

/** A checked request for a page of a list with a filter. */
export interface FilteredPage<Item> extends ListPage {
  readonly accepts: (item: Item) => boolean
}

/** A store with the capabilities of the methods that it was made of. */
export type Checked<Store, Raw> = Store & { readonly spec: 1 } & Capabilities<Store, Raw>

type Capabilities<Store, Raw> = {
  readonly [Name in keyof Raw as Name extends keyof Store ? Name : never]: Name extends keyof Store
    ? NonNullable<Store[Name]> extends (...given: never) => unknown
      ? NonNullable<Store[Name]>
      : NonNullable<Store[Name]> & Capabilities<NonNullable<Store[Name]>, NonNullable<Raw[Name]>>
    : never
}

/** Checks the scope and an id, in this order. @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
export function placeOf(scope: Scope, what: string, id: string): [owner: Owner, id: string] {
  return [ownerOf(scope), checkId(what, id)]
}
