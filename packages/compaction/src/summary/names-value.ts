const edge = /[\p{L}\p{N}_]/u

/**
 * Whether a text names a value, in any case and with or without commas between thousands: not as a part of a longer number or word.
 */
export function namesValue(text: string, value: string): boolean {
  return valuesNamedBy(text)(value)
}

/** Returns what says whether a text names a value, for many values. */
export function valuesNamedBy(text: string): (value: string) => boolean {
  const all = plain(text)
  return (value) => {
    const own = plain(value)
    if (own === '') return false
    for (let at = all.indexOf(own); at >= 0; at = all.indexOf(own, at + 1)) {
      if (!isInside(all, at, own)) return true
    }
    return false
  }
}

function isInside(text: string, at: number, value: string): boolean {
  const [before = '', first = ''] = [text[at - 1], value[0]]
  const [last = '', after = ''] = [value.at(-1), text[at + value.length]]
  if (edge.test(first) && edge.test(before)) return true
  if (edge.test(last) && edge.test(after)) return true
  // 12 is not in 12.5, and 5 not in 12.5.
  const isDigit = (one: string | undefined): boolean => one !== undefined && one >= '0' && one <= '9'
  if (isDigit(last) && (after === '.' || after === ',') && isDigit(text[at + value.length + 1])) return true
  return isDigit(first) && (before === '.' || before === ',') && isDigit(text[at - 2])
}

function plain(text: string): string {
  return text.toLowerCase().replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
}
