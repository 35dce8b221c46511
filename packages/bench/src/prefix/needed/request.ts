import type { RequestTexts } from '../formats.ts'
import { jsonIn, leavesOf } from './leaves.ts'

/** Reads requests in OpenAI Chat as plain text, with the strings of the JSON texts in them. Each message is read once. */
export function createReader(): (request: RequestTexts) => string {
  const known = new Map<string, string>()
  const read = (encoded: string): string => {
    const text = known.get(encoded) ?? plainText(encoded)
    known.set(encoded, text)
    return text
  }
  return ({ head, messages }) => [...head, ...messages].map(read).join('\n')
}

function plainText(encoded: string): string {
  return leavesOf(jsonIn(encoded))
    .flatMap(({ text }) => [text, ...leavesOf(jsonIn(text)).map((leaf) => leaf.text)])
    .join('\n')
}

/** Returns the texts of those user messages of a request in OpenAI Chat that have a mark, which JSON does not escape. */
export function userTexts({ messages }: RequestTexts, mark: string): readonly string[] {
  return messages.flatMap((encoded) => {
    // Most messages have none, and parsing each in every request takes a tenth of the bench.
    if (!encoded.includes(mark)) return []
    const { role, content } = JSON.parse(encoded) as { readonly role: string; readonly content: unknown }
    return role === 'user' ? leavesOf(content).flatMap(({ text, isName }) => (isName ? [] : [text])) : []
  })
}
