import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { counted } from '../parts/format.ts'
import { TextView } from '../parts/text-view.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { Line } from '../parts/visible.tsx'
import type { RequestPart } from '../requests/request-parts.ts'

interface PartsProps {
  readonly parts: readonly RequestPart[]
  /** Shows what a part was made from. */
  readonly links?: (items: readonly number[]) => VNode
}

/** The parts of a request, and one of them as JSON. */
export function Parts({ parts, links }: PartsProps): VNode {
  const active = useSignal(newestOf(parts))
  const part = parts[Math.min(active.value, parts.length - 1)]
  const json = useMemo(() => JSON.stringify(part?.value, undefined, 2) ?? '', [part])
  return (
    <div class="split">
      <section class="card" aria-label="Parts of the request">
        <p class="faint">{counted(parts.length, 'part')}</p>
        <VirtualList
          count={parts.length}
          height={52}
          label="Parts of the request"
          active={Math.min(active.value, parts.length - 1)}
          onActive={(index) => {
            active.value = index
          }}
          empty="The request is empty."
        >
          {(index) => <PartLine part={parts[index] as RequestPart} />}
        </VirtualList>
      </section>
      {part && (
        <section class="card detail" aria-label="Part">
          <h2>
            <Line text={part.path} most={80} />
          </h2>
          {links && part.items.length > 0 && <p>Made from {links(part.items)}</p>}
          <TextView text={json} label="The part as JSON" />
        </section>
      )}
    </div>
  )
}

/** Returns the index of the newest message; 0 if there is none. */
function newestOf(parts: readonly RequestPart[]): number {
  return Math.max(
    0,
    parts.findLastIndex(({ path }) => /^(?:messages|contents|input)\b/.test(path)),
  )
}

function PartLine({ part }: { readonly part: RequestPart }): VNode {
  const { path, kind = '', value, items } = part
  return (
    <>
      <span class="row-main">
        <b>
          <Line text={path} most={48} />
        </b>{' '}
        <Line text={kind} most={32} />
        {items.length > 0 && <span class="row-end faint">{counted(items.length, 'item')}</span>}
      </span>
      <span class="row-more">
        <Line text={beginning(value)} most={140} />
      </span>
    </>
  )
}

/** The first texts of a value: no more of it is read than is shown. */
function beginning(value: unknown): string {
  const texts: string[] = []
  let length = 0
  const visit = (one: unknown): void => {
    if (length > 300) return
    if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one)) {
        if (length > 300) return
        // Who speaks stands before it.
        if (key !== 'role' && key !== 'type') visit(inner)
      }
      return
    }
    if (one === null) return
    const text = String(one).slice(0, 300)
    texts.push(text)
    length += text.length + 1
  }
  visit(value)
  return texts.join(' ')
}
