import { exactJson } from '../exact-json.ts'
import { jsonHead } from './json-head.ts'
import { type Head, textHead } from './text-head.ts'

/** The longest text that is parsed to see whether it is JSON, in UTF-16 units. */
const longestJson = 4_000_000

/** Returns the head of a text: its structure if it is JSON, otherwise its first and last lines. */
export async function headOf(text: string, tokens: number): Promise<Head & { readonly isJson: boolean }> {
  const mayBeJson = text.length <= longestJson && /^\s*[[{]/.test(text.slice(0, 1_000))
  const json = mayBeJson ? await exactJson(text) : undefined
  if (json === undefined) return { ...(await textHead(text, tokens)), isJson: false }
  return { ...jsonHead(json, text.length, tokens), isJson: true }
}
