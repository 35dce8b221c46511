import type { TranscriptRequest } from '../contract/request.ts'
import type { Transcript } from '../contract/transcript.ts'
import { checkTranscript } from '../shared/check-transcript.ts'

/**
 * Why a request did not read what the one before had left in the cache, as far as the file shows. `shape`: the system prompt
 * or the tools were others; `history`: a message before the end changed; `pause`: longer than the cache keeps.
 */
export type CacheMissCause = 'compaction' | 'model' | 'shape' | 'history' | 'pause' | 'unknown'

/** A request that did not read all that the one before had left in the cache. */
export interface CacheMiss {
  readonly request: TranscriptRequest
  /** Tokens that were in the cache and were not read. */
  readonly missed: number
  /** Tokens of them that were sent at full price, or written again. */
  readonly again: number
  readonly cause: CacheMissCause
  /** Since the request before, in milliseconds; absent where a time is missing. */
  readonly pause?: number
}

/**
 * Returns the cache misses on the path of a session: requests that read less than the one before had read and written.
 * Where writes are unknown, what it had read is what counts.
 *
 * Anthropic keeps a cache for 5 minutes after its last use, or for an hour where it was written so
 * (platform.claude.com/docs/en/build-with-claude/prompt-caching, read on 2026-11-27).
 */
export function cacheMisses(transcript: Transcript): readonly CacheMiss[] {
  const path = checkTranscript('cacheMisses', transcript).requests.filter(({ purpose }) => purpose === 'path')
  return path.flatMap((request, index): readonly CacheMiss[] => {
    const before = path[index - 1]
    if (!before) return []
    const { cacheRead, cacheWrite = 0, input } = request.usage
    const missed = before.usage.cacheRead + (before.usage.cacheWrite ?? 0) - cacheRead
    if (missed <= 0) return []
    const pause = Date.parse(request.at ?? '') - Date.parse(before.at ?? '')
    const again = Math.min(missed, cacheWrite > 0 ? cacheWrite : input)
    const cause = causeOf(transcript, before, request, pause)
    return [{ request, missed, again, cause, ...(!Number.isNaN(pause) && { pause }) }]
  })
}

const minute = 60_000

function causeOf(
  { compactions, exact, notes }: Transcript,
  before: TranscriptRequest,
  request: TranscriptRequest,
  pause: number,
): CacheMissCause {
  const isBetween = (line: number | undefined): boolean =>
    line !== undefined && line > before.line && line < request.line
  if (compactions.some(({ line }) => isBetween(line))) return 'compaction'
  if (before.model !== request.model) return 'model'
  const [older, newer] = [before, request].map(({ line }) => exact.findLast((one) => one.line < line))
  if (older && newer && (older.system !== newer.system || older.tools !== newer.tools)) return 'shape'
  if (notes.some(({ code, line }) => code === 'gap' && isBetween(line))) return 'history'
  const isLong = (before.usage.writes?.['1h'] ?? 0) > 0
  return pause > (isLong ? 60 : 5) * minute ? 'pause' : 'unknown'
}
