import type { Tokenizer } from '@lamella/core'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { loadFormat, type WireFormat, wireFormatNames, wireFormats } from '@lamella/wire/formats'

/** A wire format that requests can be written in. */
export interface Format {
  readonly name: WireFormat
  /** The model where none is given. */
  readonly model: string
  /** How the tokens of a model are counted; `undefined` for one whose encoding is not public. */
  tokenizer(model: string | undefined): Promise<Tokenizer>
  /** The format itself: its framing and its encoder. */
  load(): ReturnType<typeof loadFormat>
}

// Makers of other models publish no tokenizer that could be used here: a count that is rarely too low.
const estimated = async (): Promise<Tokenizer> => heuristic({ mode: 'upper' })
const exact = (model: string | undefined): Promise<Tokenizer> => (model === undefined ? estimated() : tiktoken(model))

/** All formats; the first is the default. */
export const formats: readonly [Format, ...Format[]] = wireFormatNames.map((name): Format => {
  const { model, provider } = wireFormats[name]
  return { name, model, tokenizer: provider === 'openai' ? exact : estimated, load: () => loadFormat(name) }
}) as [Format, ...Format[]]
