import type { Correction, MessageRange, ReplacedText, SummaryLine } from './contract.ts'
import { namesValue, valuesNamedBy } from './names-value.ts'
import { joinRanges, newestOf, oldestOf } from './ranges.ts'
import { type ReadSentence, readFact, readSentence } from './read-sentence.ts'
import { sharedTopic } from './words.ts'

/** A line that is still collected. */
export interface CollectedLine extends SummaryLine {
  readonly read: ReadSentence
  readonly said: 'user' | 'assistant' | 'tool' | 'summary' | 'model'
  /** Whether its text names a value. */
  readonly names: (value: string) => boolean
}

/** What a line is made of. */
interface NewLine {
  readonly line: SummaryLine
  readonly said: CollectedLine['said']
  readonly read?: ReadSentence
}

/** Lines that later ones join, replace and correct. */
export interface LineCollection {
  /** Adds a line; one with the same text in the same section gets its sources. */
  add(line: NewLine): void
  /** Sets a field of a thing: the value before is what it was. */
  set(label: string, value: string, sources: readonly MessageRange[]): void
  /** What a later sentence says of lines before it: that they are replaced, corrected, or done. */
  revise(read: ReadSentence, sources: readonly MessageRange[]): readonly ReplacedText[]
  /** Whether a line that was said later replaces a sentence. */
  isReplaced(read: ReadSentence, sources: readonly MessageRange[]): boolean
  hasGoal(): boolean
  lines(): readonly CollectedLine[]
}

type Writable = { -readonly [Key in keyof CollectedLine]: CollectedLine[Key] }

/** The most texts that a line replaces, and the most corrections of one. */
const mostNotes = 3

/** How much of what two sentences are about has to be the same for the later one to replace or to fulfil the earlier one. */
const sameTopic = 0.6

/** Collects lines, oldest first. */
export function collectLines(): LineCollection {
  const said = new Map<string, Writable>()
  const facts = new Map<string, Writable>()
  const fields = new Map<string, string>()
  const corrections: { readonly correction: Correction; readonly by: string }[] = []
  let hasGoal = false

  const add: LineCollection['add'] = ({
    line,
    said: by,
    read = line.by === 'tool' ? readFact(line.text) : readSentence(line.text),
  }) => {
    const key = keyOf(line)
    const lines = line.by === 'tool' ? facts : said
    hasGoal ||= line.section === 'goal'
    const known = lines.get(key)
    lines.delete(key)
    const sources = known ? joinRanges(known.sources, line.sources) : line.sources
    const was = newestNotes([...(line.was ?? []), ...(known?.was ?? [])])
    // What is said again holds again.
    const made: Writable = {
      ...line,
      ...{ sources, was, read },
      now: line.now ?? [],
      names: valuesNamedBy(line.text),
      said: by === 'model' ? by : (known?.said ?? by),
    }
    for (const one of corrections) tell(made, one.correction, one.by)
    lines.set(key, made)
    if (line.by === 'tool') {
      const at = line.text.indexOf(' = ')
      if (at > 0) fields.set(line.text.slice(0, at), key)
    }
  }

  const set: LineCollection['set'] = (label, value, sources) => {
    const line: SummaryLine = { section: 'facts', by: 'tool', text: `${label} = ${value}`, sources }
    const key = keyOf(line)
    const before = facts.get(fields.get(label) ?? '')
    if (before && keyOf(before) !== key) {
      facts.delete(keyOf(before))
      const old = { text: before.text.slice(label.length + 3), sources: before.sources }
      const was = [old, ...(before.was ?? [])].filter(({ text }) => text !== value)
      add({ line: { ...line, was }, said: 'tool' })
    } else add({ line, said: 'tool' })
  }

  const revise: LineCollection['revise'] = (read, sources) => {
    const was: ReplacedText[] = []
    for (const { old, now } of read.replaced) correct(old, now || read.text, read, sources)
    const mayReplace = read.subject !== '' || read.isCorrection
    for (const [key, line] of mayReplace || read.isDone ? [...said].reverse() : []) {
      if (line.read.text === read.text || ageOf(line) > newestOf(sources)) continue
      const ends = line.section === 'promises' && read.isDone && sharedTopic(line.read.topic, read.topic) >= sameTopic
      if (!ends && !replaces(read, line.read, was.length === 0)) continue
      // The goal stays, with its corrections.
      if (ends || line.section !== 'goal') {
        said.delete(key)
        was.push({ text: line.text, sources: line.sources }, ...(line.was ?? []))
      }
      if (ends) continue
      const [gone, come] = [onlyIn(line.read, read), onlyIn(read, line.read)]
      const isSame = line.section === 'goal' && line.read.subject !== '' && line.read.subject === read.subject
      if (isSame) for (const one of gone) correct(one, come.length === 1 ? (come[0] ?? '') : read.text, read, sources)
      else if (gone.length === 1 && come[0] !== undefined) correct(gone[0] ?? '', come[0], read, sources)
    }
    return newestNotes(was)
  }

  /** Tells all lines that name a value what replaced it, also those of earlier messages that are added later. */
  function correct(old: string, now: string, by: ReadSentence, sources: readonly MessageRange[]): void {
    const correction: Correction = { old: plain(old), text: now, sources }
    corrections.push({ correction, by: by.text })
    for (const lines of [said, facts]) for (const line of lines.values()) tell(line, correction, by.text)
  }

  const isReplaced: LineCollection['isReplaced'] = (read, sources) =>
    [...said.values()].some((line) => newestOf(line.sources) > oldestOf(sources) && replaces(line.read, read, true))

  return { add, set, revise, isReplaced, hasGoal: () => hasGoal, lines: () => [...said.values(), ...facts.values()] }
}

/** When a line was said last; what a model writes of several messages may be as old as the first of them. */
function ageOf({ sources, said }: CollectedLine): number {
  return said === 'model' ? oldestOf(sources) : newestOf(sources)
}

/** Gives a line a correction, if it or one of its corrections names the value. */
function tell(line: Writable, correction: Correction, by: string): void {
  const { old, text, sources } = correction
  if (line.read.text === by || ageOf(line) > newestOf(sources)) return
  const now = (line.now ?? []).map((one) => (namesValue(one.text, old) ? { ...one, text, sources } : one))
  line.now = line.names(old) ? newestNotes([correction, ...now.filter((one) => one.old !== old)]) : now
}

/** Whether a later sentence replaces an earlier one: it states the same thing of something else, or says that it corrects it. */
function replaces(later: ReadSentence, earlier: ReadSentence, isFirst: boolean): boolean {
  const states = later.subject !== '' && later.subject === earlier.subject && onlyIn(later, earlier).length > 0
  if (states && onlyIn(earlier, later).length > 0) return true
  if (!isFirst || !later.isCorrection || !(earlier.isDecision || earlier.isRequest || earlier.subject !== ''))
    return false
  return (
    onlyIn(earlier, later).length + onlyIn(later, earlier).length > 0 &&
    sharedTopic(earlier.topic, later.topic) >= sameTopic
  )
}

/** Returns the values that only the first sentence names. */
function onlyIn(a: ReadSentence, b: ReadSentence): readonly string[] {
  return a.spans.map(({ text }) => text).filter((text) => !namesValue(b.text, text))
}

function newestNotes<Note extends ReplacedText>(notes: readonly Note[]): readonly Note[] {
  return notes.slice(0, mostNotes)
}

/** A value in front of the arrow must not have one. */
function plain(old: string): string {
  return old.replaceAll('->', '')
}

function keyOf({ section, by, text }: SummaryLine): string {
  const place = by === 'tool' ? 'tool' : section === 'files' ? 'files' : 'said'
  return `${place} ${text.toLowerCase().replace(/[^\p{L}\p{N}=/.@$%-]+/gu, ' ')}`
}
