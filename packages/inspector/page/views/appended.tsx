import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import type { RecordedItem } from '../../src/contract/recording.ts'
import { beginningOf, roleOf } from '../../src/model/conversation.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { ContentView } from '../parts/content-view.tsx'
import { count, counted } from '../parts/format.ts'
import { VirtualList } from '../parts/virtual-list.tsx'
import { Line } from '../parts/visible.tsx'

interface AppendedProps {
  readonly data: BuildData
  readonly items: readonly RecordedItem[]
  /** Whether there is a request before it. */
  readonly follows: boolean
}

/** What a request has after what repeats. */
export function Appended({ data, items, follows }: AppendedProps): VNode {
  const app = useApp()
  const active = useSignal(items.length - 1)
  const item = items[active.value]
  return (
    <div class="split">
      <section class="card" aria-label="What is new">
        <p class="faint">
          {counted(items.length, 'item')}
          {follows && ' after what repeats'}
        </p>
        <VirtualList
          count={items.length}
          height={52}
          label={follows ? 'Items after what repeats' : 'Items'}
          active={active.value}
          onActive={(index) => {
            active.value = index
          }}
          empty="Nothing is new."
        >
          {(index) => <ItemLine data={data} item={items[index] as RecordedItem} />}
        </VirtualList>
      </section>
      {item && (
        <section class="card detail" aria-label="Item">
          <h2>
            <Line text={titleOf(item, app.ids.value)} most={80} />
          </h2>
          <ContentView content={data.contentOf(item.content)} label="Text of the item" />
        </section>
      )}
    </div>
  )
}

function ItemLine({ data, item }: { readonly data: BuildData; readonly item: RecordedItem }): VNode {
  const app = useApp()
  const { place, start, end, content } = item
  return (
    <>
      <span class="row-main">
        <b>
          <Line text={place === 'system' ? 'system' : roleOf(data.contentOf(content)) || place} most={24} />
        </b>{' '}
        <span class="faint">
          <Line text={titleOf(item, app.ids.value)} most={48} />
        </span>
        <span class="row-end number">{count(end - start)}</span>
      </span>
      <span class="row-more">
        <Line text={beginningOf(data.contentOf(content))} most={140} />
      </span>
    </>
  )
}

function titleOf({ layer, fragment }: RecordedItem, withIds: boolean): string {
  return withIds && fragment !== undefined ? `${layer} › ${fragment}` : layer
}
