import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { RecordedItem } from '../../src/contract/recording.ts'
import { type Turn, turnsOf } from '../../src/model/conversation.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { Swatch } from '../parts/bar.tsx'
import { TurnView } from '../parts/content-view.tsx'
import { counted } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'

/** A turn, and the item that it is of. */
interface Said {
  readonly turn: Turn
  readonly item: RecordedItem
  /** Whether it is the first turn of its item, with which the tokens are shown. */
  readonly first: boolean
  readonly length: number
}

/** What is shown at once, from the newest message back: as many messages, or as many characters. */
const most = { turns: 40, characters: 40_000 } as const

/** Everything that the model was sent, as a conversation: the newest message at the end, where the view begins. */
export function ConversationView({ data }: { readonly data: BuildData }): VNode {
  const box = useRef<HTMLDivElement>(null)
  const said = useMemo(() => saidIn(data), [data])
  const pages = useSignal(1)
  const from = useMemo(() => startOf(said, pages.value), [said, pages.value])
  const before = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    // The newest at first; then what was read stays where it was when older messages come above it.
    if (element) element.scrollTop = element.scrollHeight - before.current
  }, [data, from])
  const tools = data.made.tools.map(({ name }) => name)
  return (
    <section class="card" aria-label="Conversation">
      <p class="faint">
        {counted(said.length, 'message')} as the model was sent {said.length === 1 ? 'it' : 'them'}
        {tools.length > 0 && (
          <>
            , with {counted(tools.length, 'tool')}: <Line text={tools.join(', ')} most={160} />
          </>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
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
        {said.slice(from).map(({ turn, item, first }, index) => (
          <TurnView key={from + index} turn={turn} aside={<Source data={data} item={item} first={first} />} />
        ))}
        {said.length === 0 && <p class="note">This recording does not have the texts.</p>}
      </div>
    </section>
  )
}

/** The layer that a message is of, and its tokens: the way to its fragment. */
function Source({ data, item, first }: Pick<Said, 'item' | 'first'> & { readonly data: BuildData }): VNode {
  const app = useApp()
  const { layer, fragment, start, end } = item
  const row = fragment === undefined ? undefined : data.indexOf(layer, fragment)
  return (
    <span class="turn-source">
      <Swatch look={data.looks.get(layer) ?? ''} />
      <button
        type="button"
        class="link"
        onClick={() => {
          if (row !== undefined) app.show(row)
          else app.showLayer(layer)
        }}
      >
        <Line text={app.ids.value && fragment !== undefined ? `${layer} › ${fragment}` : layer} most={40} />
      </button>
      {first && <span class="number faint">{counted(end - start, 'token')}</span>}
    </span>
  )
}

function saidIn({ made, contentOf }: BuildData): readonly Said[] {
  return made.layout.items.flatMap((item): readonly Said[] => {
    const content = contentOf(item.content)
    if (content === undefined) return []
    const turns =
      typeof content === 'string'
        ? [{ role: 'system', blocks: [{ kind: 'text' as const, text: content }] }]
        : turnsOf(content)
    return turns.map((turn, index) => {
      const length = turn.blocks.reduce((sum, { text }) => sum + text.length, 0)
      return { turn, item, first: index === 0, length }
    })
  })
}

/** Returns the index of the first message that is shown. */
function startOf(said: readonly Said[], pages: number): number {
  let characters = 0
  let from = said.length
  while (from > 0) {
    characters += Math.min(said[from - 1]?.length ?? 0, most.characters / 4)
    const shown = said.length - from + 1
    if (shown > 1 && (characters > pages * most.characters || shown > pages * most.turns)) return from
    from--
  }
  return 0
}
