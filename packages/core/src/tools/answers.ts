import type { ToolAnswer } from '../contract/ready-tool.ts'

/** Makes a tool's answer for the model. Halves of surrogate pairs, which a request cannot contain, become U+FFFD. */
export function answer(value: string): ToolAnswer {
  return { type: 'text', value: wellFormed(value) }
}

/** Makes an answer that explains to the model what is wrong with its call. */
export function refusal(value: string): ToolAnswer {
  return { type: 'error-text', value: wellFormed(value) }
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}
