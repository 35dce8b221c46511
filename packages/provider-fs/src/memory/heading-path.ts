import { cutText } from '@lamella/core/plugin'
import { type Annotations, mergeAnnotations } from './annotations.ts'

/** The headings above a line. */
export interface HeadingPath {
  /** Starts a heading of a level (1 to 6); ends those of the same and deeper levels. */
  enter(level: number, title: string, annotations: Annotations): void
  /** Marks the current headings as having content. */
  use(): void
  titles(): readonly string[]
  /** The annotations that the current headings apply to everything below them. */
  annotations(): Annotations
  /** Ends all headings at the end of the file. */
  finish(): void
}

interface Heading {
  readonly level: number
  readonly title: string
  readonly annotations: Annotations
  used: boolean
}

/** Titles are repeated before each entry below them, so a long one would multiply the file. UTF-16 units. */
const maxTitle = 160

/**
 * Keeps track of the current headings. Very long headings are shortened.
 *
 * @param onAlone called for each heading that is not fully repeated below it, so that it is not lost: one with nothing
 * below it, or a very long one
 */
export function createHeadingPath(onAlone: (titles: readonly string[], annotations: Annotations) => void): HeadingPath {
  const headings: Heading[] = []

  const titles = (): readonly string[] => headings.map(({ title }) => title).filter((title) => title !== '')

  const annotations = (): Annotations =>
    headings.reduce<Annotations>((all, heading) => mergeAnnotations(all, heading.annotations), { tags: [] })

  function use(): void {
    for (const heading of headings) heading.used = true
  }

  function leave(level: number): void {
    for (let last = headings.at(-1); last !== undefined && last.level >= level; last = headings.at(-1)) {
      if (!last.used && last.title !== '') {
        onAlone(titles(), annotations())
        use()
      }
      headings.pop()
    }
  }

  return {
    enter(level, title, given) {
      leave(level)
      const short = cutText(title, maxTitle)
      headings.push({ level, title: short, annotations: given, used: short !== title })
      if (short === title) return
      onAlone([...titles().slice(0, -1), title], annotations())
      use()
    },
    use,
    titles,
    annotations,
    finish: () => leave(0),
  }
}
