import { createRequire } from 'node:module'
import type { OpenAIChatRequest } from '@lamella/wire/openai-chat'
import { Tiktoken } from 'tiktoken/lite'

/** Encodings of OpenAI's chat models, and the tokens that the cookbook adds for each tool. */
const toolInit = { o200k_base: 7, cl100k_base: 10 } as const

export type Encoding = keyof typeof toolInit

interface Property {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
}

/** Counts requests with the package `tiktoken`, OpenAI's own code as WASM, without using any of Lamella's. */
export function billing(encoding: Encoding): (request: OpenAIChatRequest) => number {
  const { bpe_ranks, special_tokens, pat_str } = createRequire(import.meta.url)(`tiktoken/encoders/${encoding}`)
  const tiktoken = new Tiktoken(bpe_ranks, special_tokens, pat_str)
  const count = (text: string): number => tiktoken.encode_ordinary(text).length
  return ({ messages, tools = [] }) =>
    billed(JSON.parse(JSON.stringify({ messages, tools })), toolInit[encoding], count)
}

interface Wire {
  readonly messages: readonly {
    readonly role: string
    readonly content?: string | readonly { readonly text?: string }[] | null
    readonly name?: string
    readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[]
  }[]
  readonly tools: readonly {
    readonly function: {
      readonly name: string
      readonly description?: string
      readonly parameters?: { readonly properties?: Readonly<Record<string, Property>> }
    }
  }[]
}

/**
 * The published formula: OpenAI Cookbook, "How to count tokens with tiktoken", sections 6 (messages) and 7 (tools), as
 * of 2026-11-22. It does not cover calls in a message: of those the name and the arguments are counted, which are sent
 * in any case.
 */
function billed({ messages, tools }: Wire, toolInit: number, count: (text: string) => number): number {
  let tokens = 3
  for (const { role, content, name, tool_calls: calls = [] } of messages) {
    const texts = typeof content === 'string' ? [content] : (content ?? []).map(({ text = '' }) => text)
    tokens += 3 + count(role) + texts.reduce((sum, text) => sum + count(text), 0)
    if (name !== undefined) tokens += 1 + count(name)
    for (const { function: call } of calls) tokens += count(call.name) + count(call.arguments)
  }
  if (tools.length > 0) tokens += 12
  for (const { function: tool } of tools) {
    const properties = Object.entries(tool.parameters?.properties ?? {})
    tokens += toolInit + count(`${tool.name}:${withoutPoint(tool.description)}`) + (properties.length > 0 ? 3 : 0)
    for (const [name, { type = '', description, enum: choices }] of properties) {
      tokens += 3 + count(`${name}:${type}:${withoutPoint(description)}`)
      if (choices) tokens += choices.reduce((sum, choice) => sum + 3 + count(choice), -3)
    }
  }
  return tokens
}

function withoutPoint(text = ''): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}
