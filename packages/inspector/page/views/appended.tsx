import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import type { RecordedItem } from '../../src/contract/recording.ts'
import type { BuildData } from '../app/build-data.ts'
import { count, counted } from '../parts/format.ts'
import { TextView } from '../parts/text-view.tsx'
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
  const active = useSignal(-1)
  const item = items[active.value]
  const text = item && data.textOf(item.content)
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
            <Line text={item.fragment ?? item.layer} most={80} />
          </h2>
          {text === undefined ? (
            <p class="note">This recording does not have the text.</p>
          ) : (
            <TextView text={text} label="Text of the item" />
          )}
        </section>
      )}
    </div>
  )
}

function ItemLine({ data, item }: { readonly data: BuildData; readonly item: RecordedItem }): VNode {
  const { layer, fragment, place, start, end, content } = item
  return (
    <>
      <span class="row-main">
        <b>
          <Line text={fragment ?? layer} most={48} />
        </b>{' '}
        <span class="faint">
          <Line text={fragment === undefined ? place : layer} most={24} />
        </span>
        <span class="row-end number">{count(end - start)}</span>
      </span>
      <span class="row-more">
        <Line text={data.textOf(content) ?? ''} most={140} />
      </span>
    </>
  )
}
