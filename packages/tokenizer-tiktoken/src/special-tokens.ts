import type { EncodingName } from './encodings.ts'

const endOfText = '<|endoftext|>'

/** Special tokens by id. No text produces them: they are here so that ids from a model can be decoded. */
const special: Readonly<Record<EncodingName, readonly (readonly [id: number, text: string])[]>> = {
  o200k_base: [
    [199_999, endOfText],
    [200_018, '<|endofprompt|>'],
  ],
  o200k_harmony: harmony(),
  cl100k_base: [
    [100_257, endOfText],
    [100_258, '<|fim_prefix|>'],
    [100_259, '<|fim_middle|>'],
    [100_260, '<|fim_suffix|>'],
    [100_276, '<|endofprompt|>'],
  ],
  p50k_base: [[50_256, endOfText]],
  p50k_edit: [
    [50_256, endOfText],
    [50_281, '<|fim_prefix|>'],
    [50_282, '<|fim_middle|>'],
    [50_283, '<|fim_suffix|>'],
  ],
  r50k_base: [[50_256, endOfText]],
}

/** As in `openai_public.py` of OpenAI's tiktoken: ids from 199,998 to 201,087, most of them reserved. */
function harmony(): readonly (readonly [number, string])[] {
  const names: Readonly<Record<number, string>> = {
    199998: '<|startoftext|>',
    199999: endOfText,
    200002: '<|return|>',
    200003: '<|constrain|>',
    200005: '<|channel|>',
    200006: '<|start|>',
    200007: '<|end|>',
    200008: '<|message|>',
    200012: '<|call|>',
    200018: '<|endofprompt|>',
  }
  return Array.from({ length: 201_088 - 199_998 }, (_, i) => {
    const id = 199_998 + i
    return [id, names[id] ?? `<|reserved_${id}|>`] as const
  })
}

export function specialTokensOf(encoding: EncodingName): ReadonlyMap<number, string> {
  return new Map(special[encoding])
}
