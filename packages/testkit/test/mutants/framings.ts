import type { DataContent, Framing, Part, ProviderOptions } from '@lamella/core'
import { bytesOf, type NativeSummary } from '@lamella/core/plugin'
import { inTurns, type Mutant } from './mutant.ts'

function optionsOf(part: Part): ProviderOptions {
  return (part as { readonly providerOptions?: ProviderOptions }).providerOptions ?? {}
}

/** Returns the pixels of a PNG, from its header; `undefined` for anything else. */
function pngSize(data: DataContent | URL | undefined): { readonly width: number; readonly height: number } | undefined {
  const bytes = data === undefined ? undefined : bytesOf(data)
  if (bytes === undefined || bytes.length < 24) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return view.getUint32(0) === 0x89504e47 && width > 0 && height > 0 ? { width, height } : undefined
}

/** A simple, correct framing: an image costs one token per 1,000 pixels, 13,000 at most. */
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
    const size = pngSize(data)
    return size === undefined ? 13_000 : Math.min(13_000, Math.ceil((size.width * size.height) / 1_000))
  },
  measureHidden: (part) => JSON.stringify(Object.values(optionsOf(part))).length - 2,
  measureSummary: ({ content }) => JSON.stringify(content).length,
  measureThinking: ({ maxOutputTokens = 0 }) => maxOutputTokens,
  takesInstructions: ({ model = '' }) => model.startsWith('new'),
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

/** Framings with one fault each. */
export const framingMutants: readonly Mutant<Framing>[] = [
  mutant('FRAMING_FIELDS', 'has no name', () => ({ name: '' })),
  mutant('FRAMING_FIELDS', 'has an unsupported version', () => ({ spec: 2 })),
  mutant('FRAMING_FIELDS', 'has no separator', () => ({ systemSeparator: undefined })),
  mutant('FRAMING_FIELDS', 'sets `namesResults` to a number', () => ({ namesResults: 1 })),
  mutant('FRAMING_COUNTS', 'adds half a token per message', () => ({ message: 3.5 })),
  mutant('FRAMING_COUNTS', 'adds a negative number of tokens for tools', () => ({ tools: -1 })),
  mutant('FRAMING_COUNTS', 'does not define the cost of a call', () => ({ toolCall: undefined })),
  mutant('FRAMING_IMAGE', 'does not round', () => ({
    measureImage: (...[info]: Parameters<typeof image>) => image(info) + 0.5,
  })),
  mutant('FRAMING_IMAGE', 'divides by zero for very wide images', () => ({
    measureImage: (...[info]: Parameters<typeof image>) => {
      const size = pngSize(info.data)
      return image(info) / (size !== undefined && size.width > 8_000 ? 0 : 1)
    },
  })),
  mutant('FRAMING_IMAGE_UNKNOWN', 'counts a remote image as a small one', () => ({
    measureImage: (...[info]: Parameters<typeof image>) => (info.data instanceof URL ? 85 : image(info)),
  })),
  mutant('FRAMING_IMAGE_UNKNOWN', 'counts images of unknown size as small ones', () => ({ image: 85 })),
  mutant('FRAMING_HIDDEN', 'divides characters by four and does not round', () => ({
    measureHidden: (...[part]: Parameters<typeof hidden>) => hidden(part) / 4,
  })),
  mutant('FRAMING_HIDDEN', 'expects signatures to be text', () => ({
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
  mutant('FRAMING_SUMMARY', 'expects a list of items', () => ({
    measureSummary: ({ content }: NativeSummary) => (content as unknown[]).reduce((sum: number) => sum + 1, 0),
  })),
  mutant('FRAMING_THINKING', 'returns nothing if the output has no limit', () => ({
    measureThinking: (...[parameters]: Parameters<typeof thinking>) => parameters.maxOutputTokens,
  })),
  mutant('FRAMING_INSTRUCTIONS', 'says nothing of a request without a model', () => ({
    takesInstructions: (...[{ model }]: Parameters<typeof thinking>) => model?.startsWith('new'),
  })),
  mutant('FRAMING_INSTRUCTIONS', 'returns the number of tools instead of whether it takes them', () => ({
    takesToolChanges: (_: unknown, added: readonly unknown[]) => added.length,
  })),
  mutant('FRAMING_INSTRUCTIONS', 'returns settings that JSON cannot represent', () => ({
    settingsOf: () => new Date(0),
  })),
  mutant('FRAMING_DETERMINISTIC', 'counts a value that it has measured before as free', () => {
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
    'returns other costs in every instance',
    inTurns((odd) => ({ message: odd ? 5 : 4 })),
  ),
  mutant('FRAMING_PURE', 'writes its count into the part', () => ({
    measureHidden: (...[part]: Parameters<typeof hidden>) => {
      const tokens = hidden(part)
      if (!Object.isFrozen(part)) Object.assign(part, { counted: true })
      return tokens
    },
  })),
  mutant('FRAMING_PURE', 'removes the limit from the parameters and puts it back', () => ({
    measureThinking: (...[parameters]: Parameters<typeof thinking>) => {
      const { maxOutputTokens } = parameters
      if (maxOutputTokens === undefined) return 0
      Object.assign(parameters, { maxOutputTokens: 0 })
      Object.assign(parameters, { maxOutputTokens })
      return maxOutputTokens
    },
  })),
]
