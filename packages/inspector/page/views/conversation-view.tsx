import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { RecordedItem } from '../../src/contract/recording.ts'
import { turnsOf } from '../../src/model/conversation.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { Swatch } from '../parts/bar.tsx'
import { counted } from '../parts/format.ts'
import { Messages, type Said } from '../parts/messages.tsx'
import { Line } from '../parts/visible.tsx'

/** Everything that the model was sent, as a conversation. */
export function ConversationView({ data }: { readonly data: BuildData }): VNode {
  const said = useMemo(() => saidIn(data), [data])
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
      <Messages said={said} />
    </section>
  )
}

interface SourceProps {
  readonly data: BuildData
  readonly item: RecordedItem
  /** Whether it is the first message of its item, with which the tokens are shown. */
  readonly first: boolean
}

/** The layer that a message is of, and its tokens: the way to its fragment. */
function Source({ data, item, first }: SourceProps): VNode {
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

function saidIn(data: BuildData): readonly Said[] {
  return data.made.layout.items.flatMap((item): readonly Said[] => {
    const content = data.contentOf(item.content)
    if (content === undefined) return []
    const turns =
      typeof content === 'string'
        ? [{ role: 'system', blocks: [{ kind: 'text' as const, text: content }] }]
        : turnsOf(content)
    return turns.map((turn, index) => ({ turn, aside: <Source data={data} item={item} first={index === 0} /> }))
  })
}
