import { dollars } from '@lamella/core/plugin'
import type { VNode } from 'preact'
import { cachePrices, priceOf, type TokenFactors } from '../../src/model/price.ts'
import { useApp } from '../app/app-context.ts'
import { pricesFor } from '../app/cost.ts'
import { modelPrices, pricesDate } from '../app/model-prices.ts'
import { count, percent } from '../parts/format.ts'

interface PriceProps {
  /** The model that was recorded. */
  readonly model: string | undefined
  readonly repeated: number
  readonly added: number
}

/** What the input of the request costs with a prompt cache: in money, and in tokens at full price. */
export function Price({ model = '', repeated, added }: PriceProps): VNode {
  const app = useApp()
  const total = repeated + added
  const chosen = app.prices.value
  const { factors, model: named } = pricesFor(chosen, model, total)
  const vendor = cachePrices.find((one) => one === (chosen ?? cachePrices[0]))
  const { input, read, write } = factors
  const price = priceOf({ repeated, added }, factors)
  const share = percent(total > 0 ? price / total : 0)
  const field = (name: keyof TokenFactors, label: string, value: number | undefined, step: number): VNode => (
    <label>
      {label}{' '}
      <input
        type="number"
        min={0}
        step={step}
        value={value === undefined ? '' : Number(value.toFixed(4))}
        onChange={(event) => {
          const { valueAsNumber } = event.currentTarget
          if (valueAsNumber >= 0) app.prices.value = { input, read, write, [name]: valueAsNumber }
        }}
      />
    </label>
  )
  return (
    <div class="price">
      {input === undefined ? (
        <p>
          With a prompt cache it costs as much as <b>{count(price)}</b> tokens at full price, {share} of {count(total)}.
        </p>
      ) : (
        <p>
          With a prompt cache it costs <b>{dollars((price * input) / 1e6)}</b>, {share} of the{' '}
          {dollars((total * input) / 1e6)} without one: as much as {count(price)} tokens at full price.
        </p>
      )}
      <div class="factors">
        <label>
          Prices of{' '}
          <select
            value={named?.id ?? vendor?.vendor ?? ''}
            onChange={({ currentTarget: { value } }) => {
              app.prices.value = cachePrices.find((one) => one.vendor === value) ?? value
            }}
          >
            {!named && !vendor && <option value="">your own</option>}
            <optgroup label="Models">
              {modelPrices.map(({ id }) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </optgroup>
            <optgroup label="Shares of the full price">
              {cachePrices.map((one) => (
                <option key={one.vendor} value={one.vendor}>
                  {one.vendor}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
        {field('input', '$ per million', input, 0.01)}
        {field('read', 'Cached read ×', read, 0.05)}
        {field('write', 'Written ×', write, 0.05)}
      </div>
      <p class="note">
        {named && `Prices of @lamella/models, ${pricesDate}. `}
        {!named && vendor && `${vendor.source}, ${vendor.date}. `}
        Minimum sizes and lifetimes of caches are not counted, and nothing of the answer.
      </p>
    </div>
  )
}
