import type { Part, ToolOutput } from '@lamella/core'

/** Parts within a limit, and how many characters were cut off. */
export interface LimitedParts {
  readonly parts: readonly Part[]
  readonly cut?: number
}

/** Cuts the parts of a message to a limit each. Data of files that are larger are left out as a whole. */
export function limitParts(parts: readonly Part[], limit: number): LimitedParts {
  if (limit === Number.POSITIVE_INFINITY) return { parts }
  let cut = 0
  const short = (text: string): string => {
    if (text.length <= limit) return text
    cut += text.length - limit
    // A copy: a part of a text would keep all of it in memory.
    return JSON.parse(JSON.stringify(text.slice(0, limit)))
  }
  const data = (text: string): string => {
    if (text.length <= limit) return text
    cut += text.length
    return ''
  }
  const value = <Value>(held: Value): Value => {
    const json = JSON.stringify(held) ?? ''
    return json.length <= limit ? held : (short(json) as Value)
  }
  const output = (given: ToolOutput): ToolOutput => {
    if (given.type === 'text' || given.type === 'error-text') return { ...given, value: short(given.value) }
    if (given.type === 'json' || given.type === 'error-json') return { ...given, value: value(given.value) }
    if (given.type !== 'content') return given
    const pieces = given.value.map((piece) => {
      if (piece.type === 'text') return { ...piece, text: short(piece.text) }
      return 'data' in piece ? { ...piece, data: data(piece.data) } : piece
    })
    return { ...given, value: pieces }
  }
  const limited = parts.map((part): Part => {
    if (part.type === 'text' || part.type === 'reasoning') return { ...part, text: short(part.text) }
    if (part.type === 'image' && typeof part.image === 'string') return { ...part, image: data(part.image) }
    if (part.type === 'file' && typeof part.data === 'string') return { ...part, data: data(part.data) }
    if (part.type === 'tool-call') return { ...part, input: value(part.input) }
    return part.type === 'tool-result' ? { ...part, output: output(part.output) } : part
  })
  return { parts: limited, ...(cut > 0 && { cut }) }
}
