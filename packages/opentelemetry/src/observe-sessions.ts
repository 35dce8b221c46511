import type { SessionCompactions, SessionStore } from '@lamella/store'
import { genAi, lamella, operations } from './conventions.ts'
import { observeMethods } from './observe-methods.ts'
import { checkStoreTelemetry, checkTarget, type StoreTelemetryOptions } from './options.ts'
import { createTelemetry } from './telemetry.ts'

/**
 * Returns a store of sessions with a span and a duration for each append, search and saved compaction. Everything else it
 * passes on.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const sessions = observeSessions(fileSessions('./sessions'), { store: 'files' })
 */
export function observeSessions<Store extends SessionStore>(store: Store, options: StoreTelemetryOptions = {}): Store {
  const { store: target, ...given } = checkStoreTelemetry('observeSessions', options)
  checkTarget('observeSessions', 'store', store, 'append')
  const source = target === undefined ? {} : { [genAi.dataSource]: target }
  const telemetry = createTelemetry(given)
  const observed = observeMethods<SessionStore>(telemetry, store, {
    append: (_scope, session, messages) => ({
      name: operations.append,
      target,
      attributes: { ...source, [genAi.conversation]: session, [lamella.messages]: messages.length },
      result: ({ repeated }) => ({ [lamella.repeated]: repeated }),
    }),
    search: (_scope, { query, limit = 10 }, session) => ({
      name: operations.retrieval,
      target,
      attributes: {
        ...source,
        ...(session !== undefined && { [genAi.conversation]: session }),
        [genAi.retrievalTopK]: limit,
      },
      texts: () => ({ [genAi.retrievalQuery]: query }),
      resultTexts: ({ hits }) => ({
        [genAi.retrievalDocuments]: JSON.stringify(
          hits.map(({ item, score }) => ({ id: `${item.session}#${item.position}`, score })),
        ),
      }),
    }),
  })
  const { compactions } = store
  if (compactions === undefined) return observed as Store
  const value = observeMethods<SessionCompactions>(telemetry, compactions, {
    add: (_scope, session, { start, end }) => ({
      name: operations.saveSummary,
      target,
      attributes: { ...source, [genAi.conversation]: session, [lamella.messages]: end - start },
    }),
  })
  return Object.defineProperty(observed, 'compactions', { enumerable: true, value }) as Store
}
