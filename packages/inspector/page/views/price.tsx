import type { Signal } from '@preact/signals'
import type { VNode } from 'preact'
import { type CacheFactors, cachePrices, priceOf } from '../../src/model/price.ts'
import { count, percent } from '../parts/format.ts'

interface PriceProps {
  readonly factors: Signal<CacheFactors>
  readonly repeated: number
  readonly added: number
}

/** What the input of the request costs with a prompt cache, in tokens at full price. */
export function Price({ factors, repeated, added }: PriceProps): VNode {
  const { read, write } = factors.value
  const price = priceOf({ repeated, added }, factors.value)
  const known = cachePrices.find((one) => one.read === read && one.write === write)
  const set = (change: Partial<CacheFactors>): void => {
    factors.value = { read, write, ...change }
  }
  const field = (name: keyof CacheFactors, label: string): VNode => (
    <label>
      {label}{' '}
      <input
        type="number"
        min={0}
        max={10}
        step={0.05}
        value={factors.value[name]}
        onChange={(event) => {
          const { valueAsNumber } = event.currentTarget
          if (valueAsNumber >= 0) set({ [name]: valueAsNumber })
        }}
      />
    </label>
  )
  return (
    <div class="price">
      <p>
        With a prompt cache it costs as much as <b>{count(price)}</b> tokens at full price,{' '}
        {percent(repeated + added > 0 ? price / (repeated + added) : 0)} of {count(repeated + added)}.
      </p>
      <div class="factors">
        <label>
          Prices of{' '}
          <select
            value={known ? String(cachePrices.indexOf(known)) : ''}
            onChange={(event) => {
              const chosen = cachePrices[Number(event.currentTarget.value)]
              if (chosen && event.currentTarget.value !== '') set({ read: chosen.read, write: chosen.write })
            }}
          >
            {!known && <option value="">your own factors</option>}
            {cachePrices.map(({ vendor }, index) => (
              <option key={vendor} value={String(index)}>
                {vendor}
              </option>
            ))}
          </select>
        </label>
        {field('read', 'Cached read ×')}
        {field('write', 'Written ×')}
      </div>
      {known && (
        <p class="note">
          {known.source}, {known.date}. Minimum sizes and lifetimes of caches are not counted.
        </p>
      )}
    </div>
  )
}
