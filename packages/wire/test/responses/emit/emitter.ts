/** Returns a whole number below a limit. */
export type Random = (below: number) => number

/** One event of a stream: its JSON, and its name if the provider sends one. */
export interface Emitted {
  readonly name?: string
  readonly data: object | '[DONE]'
}

/** Cuts a text into one to four pieces, at any code unit. */
export function piecesOf(text: string, random: Random): string[] {
  const places = Array.from({ length: random(4) }, () => random(text.length + 1)).sort((a, b) => a - b)
  const ends = [...places, text.length]
  return ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end)).filter((piece) => piece !== '' || text === '')
}

/** Merges lists at random; each keeps its order. */
export function interleave<Item>(lists: readonly (readonly Item[])[], random: Random): Item[] {
  const left = lists.map((list) => [...list]).filter((list) => list.length > 0)
  const merged: Item[] = []
  while (left.length > 0) {
    const at = random(left.length)
    merged.push((left[at] as Item[]).shift() as Item)
    if (left[at]?.length === 0) left.splice(at, 1)
  }
  return merged
}

/** Writes events as server-sent events, in one of the forms that the standard allows. */
export function sseText(events: readonly Emitted[], random: Random): string {
  const end = ['\n', '\r\n', '\r'][random(3)] as string
  const isPretty = random(4) === 0
  const space = random(4) === 0 ? '' : ' '
  const lines: string[] = []
  for (const { name, data } of events) {
    if (random(8) === 0) lines.push(': keep-alive', ...(random(2) === 0 ? [''] : []))
    if (name !== undefined) lines.push(`event:${space}${name}`)
    if (random(8) === 0) lines.push('id: 7', 'retry: 100', 'unknown')
    const json = typeof data === 'string' ? data : JSON.stringify(data, undefined, isPretty ? 1 : undefined)
    for (const line of json.split('\n')) lines.push(`data:${space}${line}`)
    lines.push('')
  }
  const text = lines.map((line) => line + end).join('')
  return (random(4) === 0 ? '\uFEFF' : '') + (random(4) === 0 ? text.slice(0, -end.length) : text)
}

/** Cuts a text into pieces, as bytes or as strings. */
export function cut(text: string, random: Random): (string | Uint8Array)[] {
  const isText = random(4) === 0
  const whole = isText ? text : new TextEncoder().encode(text)
  const most = [1 + random(3), 1 + random(40), 1 + whole.length][random(3)] as number
  const pieces: (string | Uint8Array)[] = []
  for (let at = 0; at < whole.length; ) {
    const size = random(most + 1)
    pieces.push(whole.slice(at, at + size))
    at += size
  }
  return pieces
}

/** A source that yields its pieces one by one. */
export async function* source<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  for (const piece of pieces) yield piece
}

/** Writes events as providers do. */
export function plainSse(events: readonly Emitted[]): string {
  return events
    .map(({ name, data }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`
    })
    .join('')
}
