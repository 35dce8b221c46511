import type { Tokenizer } from '@lamella/core'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { loadFormat, type WireFormat, wireFormatNames, wireFormats } from '@lamella/wire/formats'

/** A supported wire format for requests. */
export interface Format {
  readonly name: WireFormat
  /** The default model. */
  readonly model: string
  /** Returns the tokenizer for a model; `undefined` if its encoding is not public. */
  tokenizer(model: string | undefined): Promise<Tokenizer>
  /** Loads the format itself: its framing and its encoder. */
  load(): ReturnType<typeof loadFormat>
}

// Other vendors publish no usable tokenizer, so this uses a count that is rarely too low.
const estimated = async (): Promise<Tokenizer> => heuristic({ mode: 'upper' })
const exact = (model: string | undefined): Promise<Tokenizer> => (model === undefined ? estimated() : tiktoken(model))

/** All formats; the first is the default. */
export const formats: readonly [Format, ...Format[]] = wireFormatNames.map((name): Format => {
  const { model, provider } = wireFormats[name]
  return { name, model, tokenizer: provider === 'openai' ? exact : estimated, load: () => loadFormat(name) }
}) as [Format, ...Format[]]
