import type { ToolOutput, ToolOutputContent } from '@lamella/core'
import type { Keeper } from './put-aside.ts'
import { jsonAside, type Sizes, textAside } from './text-aside.ts'

/** Puts the text of an output aside if it is larger than the limit. Returns the same output if it is not. */
export async function outputAside(keeper: Keeper, output: ToolOutput, sizes: Sizes, tool: string): Promise<ToolOutput> {
  switch (output.type) {
    case 'text':
    case 'error-text': {
      const value = await textAside(keeper, output.value, sizes, tool)
      return value === undefined ? output : { ...output, value }
    }
    case 'json':
    case 'error-json': {
      const value = await jsonAside(keeper, output.value, sizes, tool)
      const { providerOptions } = output
      const type = output.type === 'json' ? 'text' : 'error-text'
      return value === undefined ? output : { type, value, ...(providerOptions && { providerOptions }) }
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
  let isChanged = false
  const aside: ToolOutputContent[] = []
  for (const piece of joined) {
    // Each has a share of the limit; a head must still be smaller than what it stands for.
    const limit = Math.max(Math.floor(sizes.limit / texts), sizes.head + 300)
    const text = piece.type === 'text' ? await textAside(keeper, piece.text, { ...sizes, limit }, tool) : undefined
    if (text !== undefined) isChanged = true
    aside.push(text === undefined ? piece : ({ ...piece, text } as ToolOutputContent))
  }
  return isChanged ? aside : pieces
}

function isPlain(piece: ToolOutputContent): boolean {
  return Object.keys(piece).every((key) => key === 'type' || key === 'text')
}
