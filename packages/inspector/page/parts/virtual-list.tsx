import { useSignal } from '@preact/signals'
import type { ComponentChildren, TargetedKeyboardEvent, VNode } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'

interface VirtualListProps {
  readonly count: number
  /** Of a row, in pixels. */
  readonly height: number
  /** For a screen reader. */
  readonly label: string
  /** The index of the selected row; -1: none. */
  readonly active: number
  readonly onActive: (index: number) => void
  readonly children: (index: number) => ComponentChildren
  readonly empty: string
  readonly class?: string
}

/** Rows above and below those that are seen. */
const spare = 4

/** A list box of which only the visible rows are in the document, however many there are. */
export function VirtualList(props: VirtualListProps): VNode {
  const { count, height, label, active, onActive, children, empty } = props
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const top = useSignal(0)
  const size = useSignal(600)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void => {
      size.value = element.clientHeight
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [size])
  useEffect(() => {
    const element = box.current
    if (!element || active < 0) return
    if (active * height < element.scrollTop) element.scrollTop = active * height
    else if ((active + 1) * height > element.scrollTop + element.clientHeight) {
      element.scrollTop = (active + 1) * height - element.clientHeight
    }
  }, [active, height])
  const first = Math.max(0, Math.floor(top.value / height) - spare)
  const last = Math.min(count, Math.ceil((top.value + size.value) / height) + spare)
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const page = Math.max(1, Math.floor(size.value / height) - 1)
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }[event.key]
    if (step === undefined || count === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onActive(active < 0 ? 0 : Math.min(count - 1, Math.max(0, active + step)))
  }
  return (
    <div
      ref={box}
      class={`list ${props.class ?? ''}`}
      role="listbox"
      tabIndex={0}
      style={{ maxHeight: `${Math.max(1, count) * height + 2}px` }}
      aria-label={label}
      aria-activedescendant={active >= first && active < last ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop
      }}
    >
      {count === 0 && (
        <div class="empty" role="option" tabIndex={-1} aria-selected="false" aria-disabled="true">
          {empty}
        </div>
      )}
      <div role="presentation" class="rows" style={{ height: `${count * height}px` }}>
        {rows.map((index) => (
          // The list box has the focus and the keys; a row is only clicked.
          // biome-ignore lint/a11y/useFocusableInteractive: `aria-activedescendant` of the list points at it.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles the keys.
          <div
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            aria-setsize={count}
            aria-posinset={index + 1}
            class="row"
            style={{ transform: `translateY(${index * height}px)`, height: `${height}px` }}
            onClick={() => onActive(index)}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  )
}
