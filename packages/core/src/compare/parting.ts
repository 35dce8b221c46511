import type { CacheBreak, RequestPrefix } from '../contract/report.ts'
import { sameFields } from './same-value.ts'

/** Where two requests diverge. */
export interface Parting {
  readonly place: CacheBreak['place']
  /** The first item of this request that does not repeat the other; the list's length, if the list ends first. */
  readonly index: number
  /** `undefined` when the whole other request is repeated. */
  readonly why: CacheBreak['why'] | undefined
}

const places = ['tools', 'system', 'messages'] as const

/** The fields of an item that are sent. Others (ids of a store, the layer of a system part) reach no provider. */
const sentFields = {
  tools: ['name', 'description', 'inputSchema', 'providerOptions'],
  system: ['content', 'providerOptions'],
  messages: ['role', 'content', 'providerOptions'],
}

/** Compares two requests in wire order, up to the first difference. */
export function partingOf(request: RequestPrefix, previous: RequestPrefix): Parting {
  for (const [at, place] of places.entries()) {
    const [now, before]: readonly (readonly unknown[])[] = [request[place], previous[place]]
    const most = Math.min(now?.length ?? 0, before?.length ?? 0)
    let index = 0
    while (index < most && sameFields(now?.[index], before?.[index], sentFields[place])) index++
    if (index < most) return { place, index, why: 'changed' }
    if (most < (before?.length ?? 0)) return { place, index, why: 'removed' }
    if (most === now?.length) continue
    // This request has more: appended at the end, or inserted where the other request continued.
    const wentOn = places.slice(at + 1).some((later) => previous[later].length > 0)
    return { place, index, why: wentOn ? 'added' : undefined }
  }
  return { place: 'messages', index: request.messages.length, why: undefined }
}
