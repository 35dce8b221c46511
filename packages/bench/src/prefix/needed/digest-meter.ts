import type { Message } from '@lamella/core'
import type { RequestTexts } from '../formats.ts'
import { digestsIn, entriesOf, opening } from './digest-entries.ts'
import { outdatedIn } from './outdated.ts'
import { userTexts } from './request.ts'
import { createShare, type Share } from './share.ts'
import { isTrue } from './true-entries.ts'

/** How true the digests of a run are. */
export interface DigestShares {
  /** Of the entries with a label or at a wrong position: those that the message does not bear out. */
  readonly wrong: Share
  /** Of the values that a digest shows and a newer one has replaced: those that are not marked. */
  readonly outdated: Share
}

export interface DigestMeter {
  readonly shares: DigestShares
  /** Adds the digests of a request, made from a session; each digest counts once per session. */
  add(request: RequestTexts, session: readonly Message[]): void
}

export function createDigestMeter(): DigestMeter {
  const [wrong, outdated] = [createShare(), createShare()]
  const seen = new WeakMap<Message, Set<string>>()
  return {
    shares: { wrong, outdated },
    add: (request, session) => {
      const [first] = session
      if (!first) return
      const before = seen.get(first) ?? new Set()
      seen.set(first, before)
      for (const digest of userTexts(request, opening).flatMap(digestsIn)) {
        if (before.has(digest)) continue
        before.add(digest)
        const isOutdated = outdatedIn(session)
        for (const entry of entriesOf(digest)) {
          const isWrong = !isTrue(entry, session)
          if (isWrong || entry.label !== undefined) wrong.add(isWrong)
          if (entry.was !== undefined || entry.isReplaced) outdated.add(false)
          else if (isOutdated(entry)) outdated.add(true)
        }
      }
    },
  }
}
