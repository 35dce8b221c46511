import type { ProviderOptions, ToolOutput, ToolOutputContent } from '@lamella/core'
import type { MarkedText } from './head-mark.ts'
import { changeEach } from './map-media.ts'
import type { Keeper } from './put-aside.ts'
import { jsonAside, type Sizes, textAside } from './text-aside.ts'

/** Puts the text of an output aside if it is larger than the limit. Returns the same output if it is not. */
export async function outputAside(keeper: Keeper, output: ToolOutput, sizes: Sizes, tool: string): Promise<ToolOutput> {
  switch (output.type) {
    case 'text':
    case 'error-text': {
      const { type, value: text, providerOptions: options } = output
      const aside = await textAside(keeper, { text, options }, sizes, tool)
      return aside ? textOutput(type, aside) : output
    }
    case 'json':
    case 'error-json': {
      const aside = await jsonAside(keeper, output, sizes, tool)
      return aside ? textOutput(output.type === 'json' ? 'text' : 'error-text', aside) : output
    }
    case 'content': {
      const value = await piecesAside(keeper, output.value, sizes, tool)
      return value === output.value ? output : { ...output, value: [...value] }
    }
    case 'execution-denied':
      return output
    default:
      return output satisfies never
  }
}

function textOutput(type: 'text' | 'error-text', { text, options }: MarkedText): ToolOutput {
  return { type, value: text, ...(options && { providerOptions: options }) }
}

/** Puts the text of a part or piece aside; the same one if it stays. */
export async function partAside<
  const Holder extends { readonly text: string; readonly providerOptions?: ProviderOptions },
>(keeper: Keeper, holder: Holder, sizes: Sizes, name: string): Promise<Holder> {
  const { providerOptions: options, ...rest } = holder
  const aside = await textAside(keeper, { text: holder.text, options }, sizes, name)
  if (aside === undefined) return holder
  return { ...rest, text: aside.text, ...(aside.options && { providerOptions: aside.options }) } as unknown as Holder
}

/**
 * Puts the texts of a list of pieces aside if they are larger together. Plain texts that follow each other are one; one with
 * provider options stays on its own. Images and files stay where they are.
 */
async function piecesAside(
  keeper: Keeper,
  pieces: readonly ToolOutputContent[],
  sizes: Sizes,
  tool: string,
): Promise<readonly ToolOutputContent[]> {
  const joined: ToolOutputContent[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (piece.type === 'text' && last?.type === 'text' && isPlain(piece) && isPlain(last)) {
      joined[joined.length - 1] = { type: 'text', text: `${last.text}\n${piece.text}` }
    } else joined.push(piece)
  }
  const texts = joined.filter(({ type }) => type === 'text').length
  // Each has a share of the limit; a head must still be smaller than what it stands for.
  const limit = Math.max(Math.floor(sizes.limit / texts), sizes.head + 300)
  const aside = await changeEach(joined, async (piece) =>
    piece.type === 'text' ? partAside(keeper, piece, { ...sizes, limit }, tool) : piece,
  )
  return aside === joined ? pieces : aside
}

function isPlain(piece: ToolOutputContent): boolean {
  return Object.keys(piece).every((key) => key === 'type' || key === 'text')
}
