/** One value in a digest, as the digest shows it. */
export interface DigestEntry {
  /** The message that the value came from, counted from 0 in the session. */
  readonly position: number
  readonly label?: string
  readonly value: string
  /** The older value that it replaced. */
  readonly was?: string
  /** Whether it is marked as replaced by a value that the digest does not show. */
  readonly isReplaced?: true
}

/** What a digest begins with. */
export const opening = '<context-digest'
const closing = '</context-digest>'

/** Returns the contents of each digest's tags in a text. */
export function digestsIn(text: string): readonly string[] {
  return text
    .split(opening)
    .slice(1)
    .flatMap((rest) => {
      const [start, end] = [rest.indexOf('>'), rest.indexOf(closing)]
      return start >= 0 && end > start ? [rest.slice(start + 1, end)] : []
    })
}

/**
 * Reads the lines of a digest that begin with a position; others are its own words.
 *
 * @example
 * entriesOf('#4 seat: 12A (was 9C), 14B; HAT123')
 * // [{ position: 4, label: 'seat', value: '12A', was: '9C' }, { position: 4, label: 'seat', value: '14B' },
 * //  { position: 4, value: 'HAT123' }]
 */
export function entriesOf(digest: string): readonly DigestEntry[] {
  return digest.split('\n').flatMap((line) => {
    const [, position, entries] = /^#(\d+) (.*)$/.exec(line.trim()) ?? []
    if (position === undefined || entries === undefined) return []
    return entries
      .split('; ')
      .flatMap((entry) =>
        valuesOf(unescaped(entry.trim())).flatMap((read) =>
          read.value === '' ? [] : [{ position: Number(position), ...read }],
        ),
      )
  })
}

/** The comma between two values of one label; not one inside parentheses. */
const between = /, (?![^()]*\))/

const replaced = ' (replaced)'

function valuesOf(entry: string): readonly Omit<DigestEntry, 'position'>[] {
  const middle = entry.indexOf(': ')
  const label = middle > 0 ? { label: entry.slice(0, middle) } : {}
  return (middle > 0 ? entry.slice(middle + 2) : entry).split(between).map((shown) => {
    if (shown.endsWith(replaced)) return { ...label, value: shown.slice(0, -replaced.length), isReplaced: true }
    const was = shown.endsWith(')') ? shown.lastIndexOf(' (was ') : -1
    if (was < 0) return { ...label, value: shown }
    return { ...label, value: shown.slice(0, was), was: shown.slice(was + ' (was '.length, -1) }
  })
}

/** Undoes the escaping of text between tags. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
