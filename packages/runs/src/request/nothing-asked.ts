import type { Notice, Session } from '@lamella/core'

const neverAborted = new AbortController().signal

/**
 * Returns a notice if a request without a message asks nothing, although it has fields that only layers can read: one of them
 * may be meant as the question.
 */
export async function nothingAsked(session: Session, keys: readonly string[]): Promise<readonly Notice[]> {
  if (keys.length === 0) return []
  const [last] = await session.read(Math.max(0, session.length - 1), session.length, { signal: neverAborted })
  if (last !== undefined && last.role !== 'assistant') return []
  return [
    {
      code: 'NOTHING_ASKED',
      what: `The request asks nothing: it has no message, and the session does not end with a message or a result. Only layers can read ${keys.join(', ')}.`,
      fix: 'Pass the question as message.',
      details: { keys: [...keys] },
    },
  ]
}

/** Same for fields of `extend`, whose callers pass much to layers of their own: only a text may be meant as the question. */
export async function textNotAsked(
  session: Session,
  forLayers: Readonly<Record<string, unknown>>,
  before: readonly Notice[] = [],
): Promise<readonly Notice[]> {
  if (before.some(({ code }) => code === 'NOTHING_ASKED')) return []
  return nothingAsked(
    session,
    Object.keys(forLayers).filter((key) => typeof forLayers[key] === 'string'),
  )
}
