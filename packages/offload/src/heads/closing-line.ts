/** The name of the tool that reads handles. */
export const readerName = 'read_result'

/** A handle of a content. */
const handleForm = 'blob:[a-z2-7]{26}'

/** The characters of a text in which a closing line is looked for. */
const longest = 600

const ending = new RegExp(`${readerName} \\{"handle":"(${handleForm})"\\}\\]$`)

/** Writes how a model reads a handle. */
function callOf(handle: string): string {
  return `${readerName} {"handle":"${handle}"}`
}

/**
 * Writes the line with which a head ends: the size of the whole, what is shown of it, and how to read it.
 *
 * @example
 * closingLine('48,213 characters in 1,204 lines', 'lines 1 to 40', 'blob:…')
 */
export function closingLine(size: string, shown: string, handle: string): string {
  return `[${size}; shown: ${shown}. To read more: ${callOf(handle)}]`
}

/**
 * Returns the handle in the closing line of a text; `undefined` if it has none. A line that somebody forged names nothing but
 * a content of the same session.
 */
export function handleIn(text: string): string | undefined {
  const end = text.slice(-longest)
  const line = end.slice(end.lastIndexOf('\n') + 1)
  const found = ending.exec(line)
  return found && line.slice(0, found.index).includes('[') ? found[1] : undefined
}

/** Writes a number with commas, the same on every machine. */
export function withCommas(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Writes a number of things. */
export function countOf(value: number, what: string): string {
  return `${withCommas(value)} ${what}${value === 1 ? '' : 's'}`
}
