import type { JsonValue } from '@lamella/core'
import { closingLine, handleIn } from '../heads/closing-line.ts'
import { headOf } from '../heads/head-of.ts'
import { jsonHead } from '../heads/json-head.ts'
import { jsonText, textContent } from './content.ts'
import { isLarger } from './is-larger.ts'
import type { Keeper } from './put-aside.ts'

/** How large a text may be, and what stays of a larger one. In tokens. */
export interface Sizes {
  readonly limit: number
  readonly head: number
}

/** Puts a text aside if it is larger than the limit, and returns its head; `undefined` if it stays. */
export async function textAside(
  keeper: Keeper,
  text: string,
  { limit, head: tokens }: Sizes,
  name: string,
): Promise<string | undefined> {
  if (!isLarger(text, limit) || (await isHead(keeper, text))) return undefined
  const { isJson, ...head } = await headOf(text, tokens)
  const id = await keeper.put(await textContent(text, isJson ? 'application/json' : 'text/plain'), name)
  return id === undefined ? undefined : `${wellFormed(head.text)}\n${closingLine(head.size, head.shown, id)}`
}

/** Puts a JSON value aside, as text with a line for each item. */
export async function jsonAside(
  keeper: Keeper,
  value: JsonValue,
  { limit, head: tokens }: Sizes,
  name: string,
): Promise<string | undefined> {
  if (!isLarger(JSON.stringify(value ?? null), limit)) return undefined
  const text = jsonText(value)
  const head = jsonHead(value, text.length, tokens)
  const id = await keeper.put(await textContent(text, 'application/json'), name)
  return id === undefined ? undefined : `${wellFormed(head.text)}\n${closingLine(head.size, head.shown, id)}`
}

/** Whether a text is a head already: of a limit that was larger. */
async function isHead({ blobs, scope, session }: Keeper, text: string): Promise<boolean> {
  const handle = handleIn(text)
  return handle !== undefined && (await blobs.info(scope, session, handle)) !== undefined
}

/** Heads are for models, and a request cannot contain halves of surrogate pairs. The content keeps them. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}
