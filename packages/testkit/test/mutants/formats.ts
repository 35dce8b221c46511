import type { FormatContext, FormatEncoding, FormatSubject } from '../../src/format/subject.ts'
import { lineFormat } from '../subjects/line-format.ts'
import type { Mutant } from './mutant.ts'

const mutant = (code: string, name: string, fault: () => Partial<FormatSubject>): Mutant<FormatSubject> => ({
  code: `FORMAT_${code}`,
  name,
  make: () => ({ ...lineFormat, ...fault() }),
})

interface Line {
  readonly who: string
  readonly text: string
}

/** The format with another way to write lines. */
const writing = (change: (lines: Line[], encoding: FormatEncoding) => Line[]): Partial<FormatSubject> => ({
  encode: (context) => {
    const encoding = lineFormat.encode(context)
    return { ...encoding, request: { lines: change([...(encoding.request as { lines: Line[] }).lines], encoding) } }
  },
})

/** Sorts the results of one message by their texts. */
function sortedResults(lines: Line[]): Line[] {
  const texts: string[] = []
  return lines.map((line, at) => {
    if (line.who !== 'result') return line
    if (lines[at - 1]?.who !== 'result') {
      const run = lines.slice(
        at,
        lines.findIndex(({ who }, next) => next > at && who !== 'result'),
      )
      texts.splice(
        0,
        texts.length,
        ...run
          .map(({ text }) => text)
          .sort()
          .reverse(),
      )
    }
    return { ...line, text: texts.shift() ?? '' }
  })
}

/** The line format with one fault each. */
export const formatMutants: readonly Mutant<FormatSubject>[] = [
  mutant('FIELDS', 'has two rules with the same code', () => ({ rules: [...lineFormat.rules, ...lineFormat.rules] })),
  mutant('VALID', 'writes requests that its own rules refuse', () => ({
    validate: (request) => {
      const { lines } = (request ?? {}) as { readonly lines?: readonly Line[] }
      const isLong = Array.isArray(lines) && lines.length > 3
      return isLong ? [{ code: 'LI-LINES', level: 'error', path: 'lines' }] : lineFormat.validate(request)
    },
  })),
  mutant('TOLD', 'joins two user messages in a row, and loses the first', () =>
    writing((lines) => lines.filter(({ who }, at) => who !== 'user' || lines[at + 1]?.who !== 'user')),
  ),
  mutant('ROWS', 'counts messages from the end', () => ({
    encode: (context) => {
      const { repairs, ...rest } = lineFormat.encode(context)
      return {
        ...rest,
        repairs: [...repairs, { code: 'order', path: `messages[${context.messages.length}]`, what: '' }],
      }
    },
  })),
  mutant('PAIRS', 'pairs results with calls in the order of their texts', () => writing(sortedResults)),
  mutant('ROUND_TRIP', 'reads one space more than was written', () => ({
    decode: {
      request: (value: unknown): FormatContext => {
        const { messages } = lineFormat.decode.request(value)
        const spaced = messages.map((one) =>
          one.role === 'user' ? { ...one, content: `${String(one.content)} ` } : one,
        )
        return { messages: spaced as FormatContext['messages'] }
      },
    },
  })),
  mutant('PURE', "sorts the caller's layers", () => ({
    encode: (context) => {
      ;(context.system as unknown[] | undefined)?.sort()
      return lineFormat.encode(context)
    },
  })),
  mutant('JSON', 'puts a date into the request', () => ({
    encode: (context) => {
      const { request, ...rest } = lineFormat.encode(context)
      return { ...rest, request: { ...request, at: new Date(0) } }
    },
    validate: lineFormat.validate,
  })),
  mutant('CHECKS', 'throws on null', () => ({
    validate: (request) => lineFormat.validate({ lines: (request as { readonly lines?: unknown }).lines }),
  })),
]
