import type { Scope } from '@lamella/core'
import { checkId, type Owner, ownerOf } from '../check/check.ts'

/** A value, or a promise of it: a method that throws or returns at once is as good as an async one. */
export type Awaitable<Value> = Value | Promise<Value>

/** A checked request for a page of a list. */
export interface ListPage {
  /** The page begins after this id. */
  readonly after: string | undefined
  /** 1 or more, or Infinity. */
  readonly limit: number
}

/** Checks the scope and the id of a session, in this order. @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
export function placeOf(scope: Scope, session: string): [owner: Owner, session: string] {
  return [ownerOf(scope), checkId('session', session)]
}
