// `toLocaleString` takes a millisecond for the numbers of one view, which is felt while a window is dragged.

/** Writes a number for people, in the language of the page. */
export function count(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Writes a share. */
export function percent(share: number): string {
  const hundreds = share * 100
  return `${count(hundreds) === '0' || Math.abs(hundreds) < 10 ? String(Number(hundreds.toFixed(1))) : count(hundreds)} %`
}

/** Writes a number with its noun. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** Formats US dollars: in cents below a dollar, with at least two digits that are not zero. */
export function cents(dollars: number): string {
  if (dollars >= 1) return `$${dollars.toFixed(2)}`
  const value = dollars * 100
  const digits = value === 0 ? 0 : Math.max(2, Math.min(6, 1 - Math.floor(Math.log10(value))))
  return `${value.toFixed(digits)} cents`
}
