import type { Context } from '@lamella/core'
import { aroundRequest, aroundText, createAmountCounter, toolBytes } from './amounts.ts'
import { jsonBytes, nestedJsonBytes } from './json-bytes.ts'

/**
 * Returns the most bytes that the body of a request can have, as JSON in UTF-8, in whichever format of `@lamella/wire` it is sent.
 * Images and files count with their base64, those behind a URL with the URL alone.
 *
 * @example
 * if (bodyBytes(context) > 20_000_000) await upload(context)
 */
export function bodyBytes({ system, messages, tools, parameters }: Omit<Context, 'report'>): number {
  const parts = system.reduce((sum, { content }) => sum + aroundText + jsonBytes(content), 0)
  const content = createAmountCounter().messages(messages).bytes
  return aroundRequest + nestedJsonBytes(parameters) + toolBytes(tools) + parts + content
}
