import type { CheckedLine } from './check-lines.ts'
import type { CollectedLine, LineCollection } from './collect-lines.ts'
import { collectFrom, type ExtractRequest } from './extract-lines.ts'
import { oldestOf } from './ranges.ts'
import { sharedTopic } from './words.ts'

/**
 * Adds the lines of a model and what the messages themselves say, in the order of the messages, so that a later correction reaches
 * both.
 */
export function addLines(lines: LineCollection, written: readonly CheckedLine[], request: ExtractRequest): void {
  const waiting = [...written].sort((a, b) => oldestOf(a.line.sources) - oldestOf(b.line.sources))
  const addUntil = (end: number): void => {
    while (waiting[0] && oldestOf(waiting[0].line.sources) < end) {
      const { line, read } = waiting.shift() as CheckedLine
      // A model may write what no longer holds.
      if (lines.isReplaced(read, line.sources)) continue
      const was = lines.revise(read, line.sources.slice(0, 1))
      lines.add({ line: { ...line, ...(was.length > 0 && { was }) }, said: 'model', read })
    }
  }
  addUntil(request.places[0]?.start ?? 0)
  collectFrom({ ...request, into: lines, after: (index) => addUntil(request.places[index]?.end ?? 0) })
  addUntil(Number.POSITIVE_INFINITY)
}

/** Leaves out what was extracted: a model wrote the rest. What replaces something stays. */
export function withoutExtracted(lines: readonly CollectedLine[]): readonly CollectedLine[] {
  return lines.filter(({ said, was = [] }) => said === 'model' || said === 'summary' || was.length > 0)
}

/** Leaves out what was extracted and a line of the model says as well: all its values, and what it is about. */
export function withoutRepeated(lines: readonly CollectedLine[]): readonly CollectedLine[] {
  const written = lines.filter(({ said }) => said === 'model')
  return lines.filter((line) => {
    const { said, read, text, was = [], now = [] } = line
    if (said === 'model' || said === 'summary' || was.length + now.length > 0 || text.includes(' = ')) return true
    return !written.some((one) => {
      const hasValues = read.spans.every((span) => one.names(span.text))
      const isAbout =
        sharedTopic(read.topic, one.read.topic) >= 0.5 || (line.section === 'facts' && read.spans.length > 0)
      return hasValues && isAbout
    })
  })
}
