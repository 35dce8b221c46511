import type { Signal } from '@preact/signals'
import type { VNode } from 'preact'
import { pageFormats } from '../requests/formats.ts'

/** Chooses a format by its name. */
export function FormatChoice({ name }: { readonly name: Signal<string> }): VNode {
  return (
    <label class="choice">
      Format{' '}
      <select
        value={name.value}
        onChange={(event) => {
          name.value = event.currentTarget.value
        }}
      >
        {pageFormats.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
      </select>
    </label>
  )
}
