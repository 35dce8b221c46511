import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Turn } from '../../src/model/conversation.ts'
import { TurnView } from './content-view.tsx'
import { counted } from './format.ts'

/** A message, and what is shown beside its role. */
export interface Said {
  readonly turn: Turn
  readonly aside?: VNode
}

/** What is shown at once, from the newest message back: as many messages, or as many characters. */
const most = { turns: 40, characters: 40_000 } as const

/** A conversation of any length, in full: the newest message at the end, where the view begins. */
export function Messages({ said }: { readonly said: readonly Said[] }): VNode {
  const box = useRef<HTMLDivElement>(null)
  const pages = useSignal(1)
  const from = useMemo(() => startOf(said, pages.value), [said, pages.value])
  const before = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    // The newest at first; then what was read stays where it was when older messages come above it.
    if (element) element.scrollTop = element.scrollHeight - before.current
  }, [said, from])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <div ref={box} class="turns conversation" role="log" aria-live="off" aria-label="Messages" tabIndex={0}>
      {from > 0 && (
        <button
          type="button"
          onClick={() => {
            before.current = (box.current?.scrollHeight ?? 0) - (box.current?.scrollTop ?? 0)
            pages.value++
          }}
        >
          {counted(from, 'message')} before these
        </button>
      )}
      {said.slice(from).map(({ turn, aside }, index) => (
        <TurnView key={from + index} turn={turn} aside={aside} />
      ))}
      {said.length === 0 && <p class="note">There are no texts to show.</p>}
    </div>
  )
}

/** Returns the index of the first message that is shown. */
function startOf(said: readonly Said[], pages: number): number {
  let characters = 0
  for (let from = said.length; from > 0; from--) {
    const { blocks = [] } = said[from - 1]?.turn ?? {}
    // A long text is shown in pieces: no more than the first of them counts.
    characters += blocks.reduce((sum, { text }) => sum + Math.min(text.length, most.characters / 4), 0)
    const shown = said.length - from + 1
    if (shown > 1 && (characters > pages * most.characters || shown > pages * most.turns)) return from
  }
  return 0
}
