import type { Call } from '../calls.ts'
import type { RequestTexts } from '../formats.ts'
import { createDigestMeter, type DigestShares } from './digest-meter.ts'
import type { NeededValue } from './needed-values.ts'
import { createReader } from './request.ts'
import { createShare, type Share } from './share.ts'
import { standsIn } from './values.ts'

/** Of the values that answers needed, those in the request from which the answer is to be made. */
export interface Needed {
  readonly calls: Share
  /** Of those in calls, the ones that none of the last six messages has. */
  readonly old: Share
  readonly texts: Share
  /** Of the answers that needed any value, those whose request has all of them. */
  readonly answers: Share
  readonly digests: DigestShares
}

export interface NeededMeter {
  readonly needed: Needed
  /** Adds a request in OpenAI Chat; `undefined` if nothing was left to send. */
  add(call: Call, request: RequestTexts | undefined): void
}

/** Creates a meter for one strategy, from what the answers needed. */
export function createNeededMeter(needs: ReadonlyMap<Call, readonly NeededValue[]>): NeededMeter {
  const [calls, old, texts, answers] = [createShare(), createShare(), createShare(), createShare()]
  const digests = createDigestMeter()
  const read = createReader()
  return {
    needed: { calls, old, texts, answers, digests: digests.shares },
    add: (call, request) => {
      if (request) digests.add(request, call.messages)
      const values = needs.get(call) ?? []
      if (values.length === 0) return
      const sent = request ? read(request) : ''
      const found = values.map((one) => ({ ...one, there: standsIn(one.value, sent) }))
      for (const one of found) {
        const share = one.from === 'call' ? calls : texts
        share.add(one.there)
        if (one.from === 'call' && one.old) old.add(one.there)
      }
      answers.add(found.every(({ there }) => there))
    },
  }
}
