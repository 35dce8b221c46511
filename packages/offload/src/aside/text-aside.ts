import type { JsonValue, ProviderOptions } from '@lamella/core'
import { exactJson, exactOf } from '../exact-json.ts'
import { closingLine } from '../heads/closing-line.ts'
import { jsonHead } from '../heads/json-head.ts'
import { type Head, textHead } from '../heads/text-head.ts'
import { jsonText, textContent } from './content.ts'
import { contentOfHead, hasMark, type MarkedText, markedOptions, unmarkedOptions } from './head-mark.ts'
import { isLarger } from './is-larger.ts'
import type { Keeper, Kept } from './put-aside.ts'

/** How large a text may be (`Infinity`: as it is), and what stays of a larger one. In tokens. */
export interface Sizes {
  readonly limit: number
  readonly head: number
}

/**
 * Puts a text aside if it is larger than the limit, and returns its head with its mark; `undefined` if it stays as it is. A head
 * stays, also that of a larger limit. A mark that the store did not write is removed.
 */
export async function textAside(
  keeper: Keeper,
  { text, options }: MarkedText,
  { limit, head: tokens }: Sizes,
  name: string,
): Promise<MarkedText | undefined> {
  const isMarked = hasMark({ options })
  if (isMarked && (await contentOfHead({ text, options }, keeper.key)) !== undefined) return undefined
  const stays = isMarked ? { text, options: unmarkedOptions(options) } : undefined
  if (!isLarger(text, limit)) return stays
  const { isJson, ...head } = await headOf(text, tokens)
  const kept = await keeper.put(await textContent(text, isJson ? 'application/json' : 'text/plain'), name)
  return kept ? shownHead(kept, head, options) : stays
}

/** Puts a JSON value aside, as text with a line for each item. */
export async function jsonAside(
  keeper: Keeper,
  { value, providerOptions }: { readonly value: JsonValue; readonly providerOptions?: ProviderOptions },
  { limit, head: tokens }: Sizes,
  name: string,
): Promise<MarkedText | undefined> {
  if (limit === Number.POSITIVE_INFINITY || !isLarger(JSON.stringify(value ?? null), limit)) return undefined
  const text = jsonText(value)
  const head = jsonHead(exactOf(value ?? null), text.length, tokens)
  const kept = await keeper.put(await textContent(text, 'application/json'), name)
  return kept && shownHead(kept, head, providerOptions)
}

async function shownHead({ id, key }: Kept, head: Head, options: ProviderOptions | undefined): Promise<MarkedText> {
  // Heads are for models, and a request cannot contain halves of surrogate pairs. The content keeps them.
  const wellFormed = head.text.replace(/\p{Cs}/gu, '\ufffd')
  const text = `${wellFormed}\n${closingLine(head.size, head.shown, await key.handle(id))}`
  return { text, options: await markedOptions(key, id, { text, options }) }
}

/** The longest text that is parsed to see whether it is JSON, in UTF-16 units. */
const longestJson = 4_000_000

/** Returns the head of a text: its structure if it is JSON, otherwise its first and last lines. */
async function headOf(text: string, tokens: number): Promise<Head & { readonly isJson: boolean }> {
  const mayBeJson = text.length <= longestJson && /^\s*[[{]/.test(text.slice(0, 1_000))
  const json = mayBeJson ? await exactJson(text) : undefined
  if (json === undefined) return { ...(await textHead(text, tokens)), isJson: false }
  return { ...jsonHead(json, text.length, tokens), isJson: true }
}
