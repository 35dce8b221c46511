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
