import { cutText } from '@lamella/core/plugin'
import { type Annotations, mergeAnnotations } from './annotations.ts'

/** The headings a line stands under. */
export interface HeadingPath {
  /** A heading of a level (1 to 6) begins; those of the same level and below end. */
  enter(level: number, title: string, annotations: Annotations): void
  /** Something stands below the current headings. */
  use(): void
  titles(): readonly string[]
  /** What the headings say of everything below them. */
  annotations(): Annotations
  /** The file ends, and with it all headings. */
  finish(): void
}

interface Heading {
  readonly level: number
  readonly title: string
  readonly annotations: Annotations
  used: boolean
}

/** A title stands before each entry below it, so a long one would multiply the file. UTF-16 units. */
const maxTitle = 160

/**
 * Keeps the current headings. Of a very long one only the beginning is kept.
 *
 * @param onAlone told of each heading that is not repeated below it, or not all of it, so that it is not lost: it ended
 * with nothing below it, or is very long
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
