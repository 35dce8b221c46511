import type { Message, Notice } from '@lamella/core'
import {
  checkOptions,
  mustBeBoolean,
  mustBeFunction,
  mustBeNumber,
  mustBeText,
  mustBeWhole,
  summaryRange,
} from '@lamella/core/plugin'
import { chunksOf } from '../compression/chunks.ts'
import { inTime } from '../compression/in-time.ts'
import { defaultSummarizerTokens, type Summarize } from '../compression/strategy.ts'
import { BudgetTooSmall, type SummaryStrategy } from '../compression/summary-strategy.ts'
import { withoutThoughts } from '../compression/transcript.ts'
import { isLikelySecret } from '../digest/likely-secret.ts'
import { checkLines } from './check-lines.ts'
import { type ChooseLimits, type ChosenLines, chooseLines } from './choose-lines.ts'
import type { MessageRange, SummaryLine } from './contract.ts'
import { estimate, noteFor } from './extractive-summary.ts'
import { parseSections } from './parse-sections.ts'
import { joinRanges, placesOf } from './ranges.ts'
import { readLines } from './read-lines.ts'
import type { Omit } from './secrets.ts'

/** Options of `sectionedSummary`. */
export interface SectionedSummaryOptions {
  /** Names the strategy in reports. Default `sections`. */
  readonly name?: string | undefined
  /** Whether what the model leaves out is added from the messages, as far as there is room. Default `true`. */
  readonly fill?: boolean | undefined
  /** The maximum number of messages in one chunk. Default 200. */
  readonly chunkSize?: number | undefined
  /** The maximum number of tokens that the summarizer gets in one call, as in `summaryStrategy`. 64 or more; default 32,000. */
  readonly window?: number | undefined
  /** The maximum time in milliseconds for each answer of the summarizer. Default 120,000. */
  readonly timeout?: number | undefined
  /** Returns whether a value is left out. Default: `isLikelySecret`. */
  readonly omit?: Omit | undefined
}

/** Thrown where the answer of a summarizer has no section: the next strategy is asked. */
class NoSections extends Error {}

/**
 * Makes a compaction strategy of a function that summarizes with a model, in sections. The function gets the messages with their
 * numbers, chunk by chunk, with the summary so far; `sectionsPrompt` tells a model how to answer. It writes new lines only: they
 * are merged into the summary before, which is never written anew.
 *
 * Nothing is taken on trust. A line whose numbers and files no message has is left out; a line gets the numbers of the messages that
 * say it; each is a notice in the result. A value that was replaced gets its correction. What the model leaves out is added
 * (`fill`). An answer without sections is a failure: the next strategy is asked, or nothing changes.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const compaction = [
 *   sectionedSummary(({ text, previous = '', signal }) => askModel(`${sectionsPrompt}\n\n${previous}\n\n${text}`, signal)),
 *   extractiveSummary(),
 * ]
 */
export function sectionedSummary(summarize: Summarize, options: SectionedSummaryOptions = {}): SummaryStrategy {
  const checked = check(summarize, options)
  const { name = 'sections', fill = true, timeout = 120_000, omit = isLikelySecret } = checked
  const { chunkSize = 200, window = defaultSummarizerTokens } = checked
  return {
    name,
    limitsEachCall: true,
    compact: async ({ messages, positions, context, maxOutputTokens, count = estimate(), signal }) => {
      const note = noteFor(context)
      const places = placesOf(messages, positions)
      const { before, said } = divide(messages, places)
      const chunks = chunksOf(said.messages, {
        messages: chunkSize,
        tokens: window - Math.floor(window / 2),
        count,
        prefix: (index) => `#${said.places[index]?.start} `,
      })
      if (!chunks) throw new BudgetTooSmall("The summarizer's budget is too small for a single character.")
      const written: SummaryLine[] = []
      const notices: Notice[] = []
      const shown = Math.min(maxOutputTokens, Math.floor(window / 2))
      /** The summary of the first messages, as far as a summary and the model have written it, or filled. */
      const summaryOf = (end: number, limits: Pick<ChooseLimits, 'maxTokens' | 'note' | 'fill'>): ChosenLines => {
        const own = { messages: said.messages.slice(0, end), places: said.places.slice(0, end) }
        const all = { messages: [...before.messages, ...own.messages], places: [...before.places, ...own.places] }
        return chooseLines(readLines({ ...all, omit, count, written }), { ...limits, count })
      }
      let from = 0
      for (const chunk of chunks) {
        signal.throwIfAborted()
        const sofar = summaryOf(from, { maxTokens: shown, note: '', fill: false })
        const previous = sofar.text.trim()
        const request = { ...chunk, ...(previous !== '' && { previous }), maxOutputTokens, signal }
        const answer: unknown = await inTime((own) => summarize({ ...request, signal: own }), timeout, signal)
        // A long message goes on in the next chunk.
        const first = from > 0 && chunk.messages[0] === said.messages[from - 1] ? from - 1 : from
        const end = first + chunk.messages.length
        const seen = { messages: chunk.messages, places: said.places.slice(first, end) }
        const found = checkLines(answered(answer), { ...seen, before: sofar.lines, omit })
        notices.push(...found.notices)
        for (const line of found.lines) addLine(written, line)
        from = end
      }
      const { text } = summaryOf(said.messages.length, { maxTokens: maxOutputTokens, note, fill })
      return { text, ...(notices.length > 0 && { notices }) }
    },
  }
}

/** Adds a line; one that says the same in the same section gets its sources. */
function addLine(lines: SummaryLine[], line: SummaryLine): void {
  const at = lines.findIndex(({ section, text }) => section === line.section && text === line.text)
  const sources = joinRanges(lines[at]?.sources ?? [], line.sources)
  lines.splice(at < 0 ? lines.length : at, 1, { ...line, sources })
}

interface Part {
  readonly messages: readonly Message[]
  readonly places: readonly MessageRange[]
}

/** Summaries are merged, messages are summarized. */
function divide(
  messages: readonly Message[],
  places: readonly MessageRange[],
): { readonly before: Part; readonly said: Part } {
  const part = (isOf: (message: Message) => boolean): Part => ({
    messages: messages.filter(isOf),
    places: places.filter((_, index) => isOf(messages[index] as Message)),
  })
  const isSummary = (message: Message): boolean => summaryRange(message) !== undefined
  return { before: part(isSummary), said: part((one) => !isSummary(one)) }
}

/** All numbers are read here; which of them are true is found out later. */
function answered(answer: unknown): ReturnType<typeof parseSections> {
  const text = typeof answer === 'string' ? withoutThoughts(answer) : ''
  if (text.trim() === '') throw new NoSections('The summarizer returned no text.')
  const lines = parseSections(text, { start: 0, end: Number.MAX_SAFE_INTEGER })
  if (lines.length === 0) throw new NoSections('The answer of the summarizer has no line in a section.')
  return lines
}

function check(summarize: Summarize, options: SectionedSummaryOptions): SectionedSummaryOptions {
  return checkOptions<SectionedSummaryOptions & { readonly summarize: Summarize }>(
    'sectionedSummary',
    { ...options, summarize },
    {
      summarize: mustBeFunction,
      name: mustBeText,
      fill: mustBeBoolean,
      chunkSize: mustBeWhole(1),
      window: mustBeWhole(64),
      timeout: mustBeNumber(1),
      omit: mustBeFunction,
    },
    ['summarize'],
  )
}
