import { type Check, isObject } from '@lamella/core/plugin'

const isPrice = (value: unknown): boolean => typeof value === 'number' && value >= 0 && Number.isFinite(value)

function areTokenPrices(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const { input, output, read, writes } = value
  const areWrites = writes === undefined || (isObject(writes) && Object.values(writes).every(isPrice))
  return isPrice(input) && isPrice(output) && (read === undefined || isPrice(read)) && areWrites
}

/** Checks `Prices`. Other fields, such as the source of the prices, may be there too. */
export const mustBePrices: Check = (value) => {
  const long = isObject(value) ? value['long'] : undefined
  const isRight = areTokenPrices(value) && (long === undefined || (areTokenPrices(long) && isPrice(long['above'])))
  return isRight ? undefined : 'must be { input, output, read?, writes?, long? } in US dollars per million tokens'
}
