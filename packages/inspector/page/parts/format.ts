/** Writes a number for people, in the language of the page. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Writes a share. */
export function percent(share: number): string {
  return `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: share < 0.1 ? 1 : 0 })} %`
}

/** Writes a number with its noun. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}
