import { longestThatFits } from './longest-that-fits.ts'
import type { Speaker, Unit } from './units.ts'

const headings: readonly (readonly [Speaker, string])[] = [
  ['user', '## Users'],
  ['assistant', '## Assistant'],
  ['tool', '## Results'],
]

/** The headings of a text with all kinds of sentences. */
export const titles: string = headings.map(([, title]) => title).join('\n')

/** Writes sentences under who said them, in order, those of one message on a line. '' for none. */
export function renderUnits(units: Iterable<Unit>, heading: string): string {
  const all = [...units].sort((a, b) => a.order - b.order)
  if (all.length === 0) return ''
  const lines = [heading]
  for (const [speaker, title] of headings) {
    const own = all.filter(({ by }) => by === speaker)
    if (own.length > 0) lines.push(title)
    let at = -1
    for (const { position, text } of own) {
      if (position === at) lines.push(`${lines.pop()} ${text}`)
      else lines.push(`#${position}: ${text}`)
      at = position
    }
  }
  return lines.join('\n')
}

interface Fitting {
  readonly heading: string
  readonly maxTokens: number
  readonly count: (text: string) => number
}

/** Writes as many of the first sentences as fit: all of them, unless together they take more than one by one. */
export function renderThatFits(units: readonly Unit[], { heading, maxTokens, count }: Fitting): string {
  const whole = renderUnits(units, heading)
  if (count(whole) <= maxTokens) return whole
  return longestThatFits(units.length, { maxTokens, count, render: (end) => renderUnits(units.slice(0, end), heading) })
}
