import type { CacheBreak, RequestPrefix } from '../contract/report.ts'
import { sameFields } from './same-value.ts'

/** Where two requests part. */
export interface Parting {
  readonly place: CacheBreak['place']
  /** The first item of this request that does not repeat the other; the list's length, if that ends first. */
  readonly index: number
  /** `undefined` when the other request is repeated whole. */
  readonly why: CacheBreak['why'] | undefined
}

const places = ['tools', 'system', 'messages'] as const

/** What is sent of an item. What else is there (ids of a store, the layer of a system part) reaches no provider. */
const sentFields = {
  tools: ['name', 'description', 'inputSchema', 'providerOptions'],
  system: ['content', 'providerOptions'],
  messages: ['role', 'content', 'providerOptions'],
}

/** Compares two requests in the order of the wire, up to the first thing in which they differ. */
export function partingOf(request: RequestPrefix, previous: RequestPrefix): Parting {
  for (const [at, place] of places.entries()) {
    const [now, before]: readonly (readonly unknown[])[] = [request[place], previous[place]]
    const most = Math.min(now?.length ?? 0, before?.length ?? 0)
    let index = 0
    while (index < most && sameFields(now?.[index], before?.[index], sentFields[place])) index++
    if (index < most) return { place, index, why: 'changed' }
    if (most < (before?.length ?? 0)) return { place, index, why: 'removed' }
    if (most === now?.length) continue
    // More than there was: new at the end of everything, or put in where the other request had gone on.
    const wentOn = places.slice(at + 1).some((later) => previous[later].length > 0)
    return { place, index, why: wentOn ? 'added' : undefined }
  }
  return { place: 'messages', index: request.messages.length, why: undefined }
}
