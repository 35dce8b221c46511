import type { CollectedLine } from './collect-lines.ts'
import { joinFiles } from './file-lines.ts'
import { newestOf } from './ranges.ts'
import { headings } from './render-sections.ts'

/** How many lines say what the state is: newer ones take the place of older ones. */
const states = 6

/**
 * Keeps of the goals the first and the newest, of the state the newest lines. Others stand among the facts if they name something,
 * and are left out if not. They are in the order in which they are written.
 */
export function arrangeLines(lines: readonly CollectedLine[]): readonly CollectedLine[] {
  const goals = inOrder(lines.filter(({ section }) => section === 'goal'))
  const state = inOrder(lines.filter(({ section }) => section === 'state'))
  const stays = new Set<CollectedLine>([...goals.slice(0, 1), ...goals.slice(-1), ...state.slice(-states)])
  return bySection(
    joinFiles(lines).flatMap((line) => {
      if ((line.section !== 'goal' && line.section !== 'state') || stays.has(line)) return [line]
      return line.read.spans.length > 0 ? [{ ...line, section: 'facts' as const }] : []
    }),
  )
}

const order = Object.keys(headings)

function bySection(lines: readonly CollectedLine[]): readonly CollectedLine[] {
  const place = ({ section, by }: CollectedLine): number => order.indexOf(section) * 2 + (by === 'tool' ? 1 : 0)
  return [...inOrder(lines)].sort((a, b) => place(a) - place(b))
}

function inOrder(lines: readonly CollectedLine[]): readonly CollectedLine[] {
  const first = ({ sources }: CollectedLine): number => sources[0]?.start ?? 0
  return [...lines].sort((a, b) => newestOf(a.sources) - newestOf(b.sources) || first(a) - first(b))
}
