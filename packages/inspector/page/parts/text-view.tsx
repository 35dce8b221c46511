import { useComputed, useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { pieceOf, pieceStarts } from '../../src/model/text-pieces.ts'
import { count } from './format.ts'
import { Visible } from './visible.tsx'

interface TextViewProps {
  readonly text: string
  /** For a screen reader. */
  readonly label: string
  /** The piece that has this is shown first. */
  readonly find?: string
  /** Whether it is as high as its text, inside of something that scrolls: then it is no place of its own. */
  readonly flat?: boolean
}

/** Shows a text of any length, one piece at a time. */
export function TextView({ text, label, find = '', flat = false }: TextViewProps): VNode {
  const starts = useMemo(() => pieceStarts(text), [text])
  const piece = useSignal(0)
  useEffect(() => {
    const position = find === '' ? -1 : text.toLowerCase().indexOf(find.toLowerCase())
    piece.value = position < 0 ? 0 : pieceOf(starts, position)
  }, [text, find, starts, piece])
  const index = useComputed(() => Math.min(piece.value, starts.length - 1)).value
  const shown = text.slice(starts[index], starts[index + 1])
  const go = (to: number): void => {
    piece.value = Math.min(starts.length - 1, Math.max(0, to))
  }
  return (
    <div class="text-view">
      {starts.length > 1 && (
        <div class="pager">
          <button type="button" disabled={index === 0} onClick={() => go(index - 1)}>
            Previous
          </button>
          <span>
            Piece {count(index + 1)} of {count(starts.length)}, {count(text.length)} characters
          </span>
          <button type="button" disabled={index === starts.length - 1} onClick={() => go(index + 1)}>
            Next
          </button>
        </div>
      )}
      {flat ? (
        <div class="text" dir="auto">
          <Visible text={shown} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section class="text" tabIndex={0} aria-label={label} dir="auto">
          <Visible text={shown} />
        </section>
      )}
    </div>
  )
}
