import type { Message } from '@lamella/core'
import type { RunPlace } from '@lamella/runs'
import { keepUsage, nextOfRun } from '@lamella/runs'
import { withQuestion } from './answer.ts'
import type { BuildHostRequest } from './build-with.ts'
import type { AdaptedRequest, AdapterRequest } from './contract/adapter.ts'
import type { SessionPlace } from './next-in-session.ts'
import { withRefusal } from './refusal.ts'
import { requestKey } from './request-key.ts'

/**
 * Builds a request of a host that keeps the conversation itself. Its messages are the truth, however they were edited: what
 * was sent and is no longer there is a cut of the run. The store keeps only the run.
 */
export async function nextInHost(
  { sessions, id, build }: Pick<SessionPlace, 'sessions' | 'id'> & { readonly build: BuildHostRequest },
  request: AdapterRequest,
): Promise<AdaptedRequest> {
  const { scope, agent, operation, refused } = request
  const messages = (await sessions.prepare?.(scope, id, request.messages)) ?? request.messages
  const { before, message } = withQuestion(messages)
  const place = { sessions: runsOf(sessions, messages), scope, id, ...(agent && { agent }) }
  const wanted = {
    length: before.length,
    base: before.length,
    ...(message && { message }),
    ...(operation !== undefined && { operation }),
    key: requestKey(request),
    ...(refused && { refused }),
  }
  const { context, pending } = await nextOfRun(
    place,
    async () => wanted,
    // Of a host's edited messages, nothing is lost: they are the whole conversation.
    (input) => build(request, { ...input, notices: [], session: before, ...(message && { message }) }),
  )
  return {
    context,
    answered: async (_, { usage } = {}) => {
      if (usage) await keepUsage(place, pending.run, usage)
      return undefined
    },
    refused: (one) => nextInHost({ sessions, id, build }, withRefusal(request, one)),
  }
}

/** A store whose runs are kept, and whose sessions are the messages of a host. */
function runsOf({ runs }: RunPlace['sessions'], messages: readonly Message[]): RunPlace['sessions'] {
  return {
    ...(runs && { runs: { read: runs.read.bind(runs), write: runs.write.bind(runs) } }),
    read: async (_scope, _session, start, end) =>
      messages.slice(start, end).map((message, index) => ({ position: start + index, message, sizeBefore: 0 })),
  }
}
