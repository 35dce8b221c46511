import type { VNode } from 'preact'
import { visibleLine } from '../../src/model/visible-text.ts'
import type { BarPart } from '../../src/model/window-bar.ts'
import { count, percent } from './format.ts'
import { lookOf } from './looks.ts'

interface BarProps {
  readonly parts: readonly BarPart[]
  readonly looks: ReadonlyMap<string, string>
  readonly label: string
}

/** A window as one bar. The legend beside it says the same in words. */
export function Bar({ parts, looks, label }: BarProps): VNode {
  return (
    <div class="bar" role="img" aria-label={label}>
      {parts
        .filter(({ tokens }) => tokens > 0)
        .map((part) => {
          const { kind, name, tokens, share } = part
          return (
            <div
              key={`${kind} ${name}`}
              class={`part ${lookOf(part, looks)}`}
              style={{ flexGrow: tokens }}
              title={`${visibleLine(name, 60)}: ${count(tokens)} tokens, ${percent(share)}`}
            >
              {share > 0.07 && <bdi class={share > 0.2 ? 'chip' : 'chip wide-only'}>{visibleLine(name, 24)}</bdi>}
            </div>
          )
        })}
    </div>
  )
}

/** A square in the look of a part. */
export function Swatch({ look }: { readonly look: string }): VNode {
  return <span class={`swatch ${look}`} aria-hidden="true" />
}
