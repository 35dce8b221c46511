import type { StoredMessage } from '@lamella/store'
import { plain } from '../plain.ts'
import { counted } from '../text/words.ts'
import { programNames } from './names.ts'
import { noteTexts, readTranscript, shownOf } from './transcript-files.ts'

/** A message at its place; its size is not needed to show it. */
export type ShownMessage = Omit<StoredMessage, 'sizeBefore'>

/** The newest messages of a session file, as those of a store are shown. */
interface TranscriptPage {
  readonly title: string
  readonly page: { readonly messages: readonly ShownMessage[]; readonly start: number }
  /** A line for each compaction. */
  readonly cuts: readonly string[]
  readonly notes: readonly string[]
  readonly json: object
}

/**
 * Returns messages of the path of a session file of another program; `undefined` if the path is something else.
 *
 * @param session The id of the session, for a file with several.
 * @throws LamellaError `SESSION_MISSING`, and those of `readTranscripts`
 */
export async function transcriptPage(
  path: string,
  session: string | undefined,
  { messages, before }: { readonly messages: number; readonly before?: number },
): Promise<TranscriptPage | undefined> {
  const chosen = await readTranscript(path, session)
  if (!chosen) return undefined
  const { format, id, title, compactions } = chosen
  const entries = shownOf(chosen)
  const end = Math.min(before ?? entries.length, entries.length)
  const start = Math.max(0, end - messages)
  const stored = entries.slice(start, end).map(({ message, at }, index) => {
    return { position: start + index, message, ...(at !== undefined && { at }) }
  })
  return {
    title: `${plain(title ?? id ?? path)}, a session of ${programNames[format]}: ${counted(entries.length, 'message')}`,
    page: { messages: stored, start },
    cuts: compactions.map(
      ({ line, lost }) => `line ${line}: a compaction took ${counted(lost.length, 'message')} out of the window`,
    ),
    notes: noteTexts(chosen),
    json: { session: id, format, start, length: entries.length, messages: stored, compactions },
  }
}
