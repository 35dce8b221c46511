import type { Message } from '@lamella/core'

/** Where each format has its conversation. */
const lists: Readonly<Record<string, string>> = {
  'openai-chat': 'messages',
  'openai-responses': 'input',
  anthropic: 'messages',
  gemini: 'contents',
  'bedrock-converse': 'messages',
}
const spoken: readonly unknown[] = ['user', 'assistant', 'model', 'tool', 'function', undefined]

/** Returns everything in the conversation of a request that has another role than a speaker's or a tool's, as JSON. */
export function instructionsOf(format: string, request: object): readonly string[] {
  const list = (request as Readonly<Record<string, unknown>>)[lists[format] ?? ''] as readonly { role?: unknown }[]
  const begins = list.findIndex(({ role }) => spoken.includes(role))
  return list.slice(begins).flatMap((item) => (spoken.includes(item.role) ? [] : [JSON.stringify(item)]))
}

/** What this library itself says before an item that adds tools. */
const addition = 'The next item adds tools. All tools before it stay available.'

/** Returns the texts of those; what has no text, such as other tools, is left out. */
export function instructionTextsOf(format: string, request: object): readonly string[] {
  return instructionsOf(format, request).flatMap((item) => {
    const { content } = JSON.parse(item) as { readonly content?: unknown }
    const texts = Array.isArray(content)
      ? content.flatMap(({ type, text }) => (type === 'text' ? [text] : []))
      : [content ?? []].flat()
    return texts.length === 0 || texts[0] === addition ? [] : [texts.join('')]
  })
}

/** Returns what of an update or a digest is not inside of a fence. A fence in a fence, or one that is not closed, counts as outside. */
export function outsideFences(text: string): string {
  const update =
    /<context-update layer="[^"<>\n]*"(?: part="[^"<>]*")?(?: replaces="earlier")?>\n([\s\S]*?)\n<\/context-update>\n?/g
  const digest = /^<context-digest layer="[^"<>\n]*">\n([\s\S]*?)\n<\/context-digest>$/g
  const unlessFenced = (whole: string, inside: string): string =>
    /<[\s/]*context-(?:update|digest)/i.test(inside) ? whole : ''
  return text.replace(digest, unlessFenced).replace(update, unlessFenced)
}

/** Whether a message shows the digest of a cut, which is no message of the session. */
export function isDigest({ role, content }: Message): boolean {
  return role === 'user' && typeof content === 'string' && content.startsWith('<context-digest layer=')
}
