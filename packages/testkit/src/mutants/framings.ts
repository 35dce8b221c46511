import type { Framing, Part, ProviderOptions } from '@lamella/core'
import { imageSize } from '@lamella/core/plugin'
import { inTurns, type Mutant } from './mutant.ts'

function optionsOf(part: Part): ProviderOptions {
  return (part as { readonly providerOptions?: ProviderOptions }).providerOptions ?? {}
}

/** A plain and correct framing: an image costs a token for each 1,000 pixels, 13,000 at most. */
const plain: Framing = {
  spec: 1,
  name: 'plain',
  request: 3,
  message: 4,
  toolCall: 8,
  toolResult: 4,
  tool: 12,
  image: 13_000,
  measureImage: ({ data }) => {
    const size = data === undefined ? undefined : imageSize(data)
    return size === undefined ? 13_000 : Math.min(13_000, Math.ceil((size.width * size.height) / 1_000))
  },
  measureHidden: (part) => JSON.stringify(Object.values(optionsOf(part))).length - 2,
  measureThinking: ({ maxOutputTokens = 0 }) => maxOutputTokens,
  systemSeparator: '\n\n',
}

const hidden = plain.measureHidden as NonNullable<Framing['measureHidden']>
const thinking = plain.measureThinking as NonNullable<Framing['measureThinking']>
const image = plain.measureImage as NonNullable<Framing['measureImage']>

const mutant = (code: string, name: string, fault: () => object): Mutant<Framing> => ({
  code,
  name,
  make: () => ({ ...plain, ...fault() }),
})

/** Each a correct framing with one fault. */
export const framingMutants: readonly Mutant<Framing>[] = [
  mutant('FRAMING_FIELDS', 'has no name', () => ({ name: '' })),
  mutant('FRAMING_FIELDS', 'is of a version that there is not', () => ({ spec: 2 })),
  mutant('FRAMING_FIELDS', 'has no separator', () => ({ systemSeparator: undefined })),
  mutant('FRAMING_FIELDS', 'says how results are named by a number', () => ({ namesResults: 1 })),
  mutant('FRAMING_COUNTS', 'has half a token a message', () => ({ message: 3.5 })),
  mutant('FRAMING_COUNTS', 'pays for tools', () => ({ tools: -1 })),
  mutant('FRAMING_COUNTS', 'does not say what a call costs', () => ({ toolCall: undefined })),
  mutant('FRAMING_IMAGE', 'does not round', () => ({
    measureImage: (...[info]: Parameters<typeof image>) => image(info) + 0.5,
  })),
  mutant('FRAMING_IMAGE', 'divides by the width of an image that is as wide as high', () => ({
    measureImage: (...[info]: Parameters<typeof image>) => {
      const size = info.data === undefined ? undefined : imageSize(info.data)
      return image(info) / (size !== undefined && size.width > 8_000 ? 0 : 1)
    },
  })),
  mutant('FRAMING_IMAGE_UNKNOWN', 'takes an image elsewhere for a small one', () => ({
    measureImage: (...[info]: Parameters<typeof image>) => (info.data instanceof URL ? 85 : image(info)),
  })),
  mutant('FRAMING_IMAGE_UNKNOWN', 'takes an image without a rule for a small one', () => ({ image: 85 })),
  mutant('FRAMING_HIDDEN', 'divides characters by four and does not round', () => ({
    measureHidden: (...[part]: Parameters<typeof hidden>) => hidden(part) / 4,
  })),
  mutant('FRAMING_HIDDEN', 'expects a signature to be a text', () => ({
    measureHidden: (...[part]: Parameters<typeof hidden>) => {
      for (const fields of Object.values(optionsOf(part))) {
        const { signature } = fields as { readonly signature?: string }
        if (signature !== undefined) signature.trim()
      }
      return hidden(part)
    },
  })),
  mutant('FRAMING_HIDDEN_NONE', 'counts a token for each part', () => ({
    measureHidden: (...[part]: Parameters<typeof hidden>) => hidden(part) + 1,
  })),
  mutant('FRAMING_THINKING', 'gives nothing where nobody limits the output', () => ({
    measureThinking: (...[parameters]: Parameters<typeof thinking>) => parameters.maxOutputTokens,
  })),
  mutant('FRAMING_DETERMINISTIC', 'counts a thing that it has measured before as free', () => {
    const seen = new Set<string>()
    return {
      measureThinking: (...[parameters]: Parameters<typeof thinking>) => {
        const key = JSON.stringify(parameters)
        const isFirst = !seen.has(key)
        seen.add(key)
        return isFirst ? thinking(parameters) + 1 : 0
      },
    }
  }),
  mutant(
    'FRAMING_DETERMINISTIC',
    'costs otherwise in every instance',
    inTurns((odd) => ({ message: odd ? 5 : 4 })),
  ),
  mutant('FRAMING_PURE', 'writes what it has counted into the part', () => ({
    measureHidden: (...[part]: Parameters<typeof hidden>) => {
      const tokens = hidden(part)
      if (!Object.isFrozen(part)) Object.assign(part, { counted: true })
      return tokens
    },
  })),
  mutant('FRAMING_PURE', 'takes the limit out of the parameters and puts it back', () => ({
    measureThinking: (...[parameters]: Parameters<typeof thinking>) => {
      const { maxOutputTokens } = parameters
      if (maxOutputTokens === undefined) return 0
      Object.assign(parameters, { maxOutputTokens: 0 })
      Object.assign(parameters, { maxOutputTokens })
      return maxOutputTokens
    },
  })),
]
