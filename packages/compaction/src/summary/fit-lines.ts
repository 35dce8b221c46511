import type { CollectedLine } from './collect-lines.ts'
import type { SectionName, SummaryLine } from './contract.ts'
import { isOnlyRead } from './file-lines.ts'
import { newestOf } from './ranges.ts'
import { renderSections } from './render-sections.ts'

/** What a summary may take. */
export interface FitLimits {
  readonly maxTokens: number
  readonly count: (text: string) => number
  /** The line before all sections. */
  readonly note: string
}

/** A summary within its limits. */
export interface FittedLines {
  /** '' if not even one line fits. */
  readonly text: string
  readonly lines: readonly SummaryLine[]
}

/** One line that gives way. */
interface Step {
  readonly index: number
  /** What is left of it. */
  readonly text?: string
}

/**
 * Returns what fits of lines: facts that only tools have said give way first, then those of people, shortened to their values, then
 * dropped; then files, state, decisions, promises, the goal. In each, the oldest goes first. A line goes with its corrections.
 */
export function fitLines(lines: readonly CollectedLine[], { maxTokens, count, note }: FitLimits): FittedLines {
  const steps = stepsOf(lines)
  const after = (taken: number): FittedLines => {
    const now: (SummaryLine | undefined)[] = lines.map(plainLine)
    for (const { index, text } of steps.slice(0, taken)) {
      const line = now[index]
      now[index] = line && text !== undefined ? { ...line, text } : undefined
    }
    const left = now.filter((line) => line !== undefined)
    return { lines: left, text: left.length === 0 ? '' : renderSections(left, note) }
  }
  const whole = after(0)
  if (count(whole.text) <= maxTokens) return whole
  let best: FittedLines = { text: '', lines: [] }
  let [low, high] = [1, steps.length]
  while (low <= high) {
    const middle = (low + high) >> 1
    const made = after(middle)
    if (made.text !== '' && count(made.text) > maxTokens) low = middle + 1
    else {
      best = made
      high = middle - 1
    }
  }
  return best
}

/** Who gives way when: the first group first. */
const groups: readonly ((line: CollectedLine) => boolean)[] = [
  ({ by, text }) => by === 'tool' && !text.includes(' = '),
  ({ by }) => by === 'tool',
  isFact,
  isOnlyRead,
  of('files'),
  of('state'),
  of('decisions'),
  of('promises'),
  of('goal'),
]

function of(name: SectionName): (line: CollectedLine) => boolean {
  return ({ section }) => section === name
}

function isFact({ section, by }: CollectedLine): boolean {
  return section === 'facts' && by !== 'tool'
}

function stepsOf(lines: readonly CollectedLine[]): readonly Step[] {
  const waiting = lines.map((line, index) => ({ line, index }))
  waiting.sort((a, b) => newestOf(a.line.sources) - newestOf(b.line.sources) || a.index - b.index)
  const taken = new Set<number>()
  return groups.flatMap((isOf): readonly Step[] => {
    const own = waiting.filter(({ line, index }) => !taken.has(index) && isOf(line))
    for (const { index } of own) taken.add(index)
    const short = own.flatMap(({ line, index }): readonly Step[] => {
      const text = isFact(line) ? valuesOf(line) : undefined
      return text === undefined ? [] : [{ index, text }]
    })
    return [...short, ...own.map(({ index }) => ({ index }))]
  })
}

/** The values of a sentence with what they are of; `undefined` if that is hardly shorter, or if the sentence names none. */
function valuesOf({ text, read: { spans, subject } }: CollectedLine): string | undefined {
  // What a later sentence says of the same thing replaces it, so the thing has to stay.
  if (spans.length === 0 || (subject !== '' && spans.length > 1)) return undefined
  const named = spans.map(({ label, text: value }) => [subject || label, value].filter((one) => one !== '').join(': '))
  const short = named.join('; ')
  return short.length < 0.8 * text.length ? short : undefined
}

function plainLine({ section, text, sources, by, was = [], now = [] }: CollectedLine): SummaryLine {
  return {
    section,
    text,
    sources,
    ...(by && { by }),
    ...(was.length > 0 && { was }),
    ...(now.length > 0 && { now }),
  }
}
