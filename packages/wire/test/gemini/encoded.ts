import type { Message } from '@lamella/core'
import {
  encodeGemini,
  type GeminiContent,
  type GeminiOptions,
  type GeminiRequest,
  validateGemini,
  type WireContext,
} from '@lamella/wire/gemini'
import { expect } from 'vitest'

export interface Encoded {
  readonly contents: GeminiContent[]
  /** Formats codes and paths. */
  readonly losses: string[]
  readonly repairs: string[]
}

/** Encodes messages, checks that the request is valid, and returns its contents and the rows of losses and repairs. */
export function encodedWith(options: GeminiOptions, ...messages: Message[]): Encoded {
  const { request, losses, repairs, model } = encodeGemini({ messages }, { model: 'gemini-2.5-pro', ...options })
  const facts = model === undefined ? {} : { model }
  expect(validateGemini(request, facts).filter(({ level }) => level === 'error')).toEqual([])
  return {
    contents: request.contents,
    losses: losses.map(({ code, path }) => `${code} ${path}`),
    repairs: repairs.map(({ code, path }) => `${code} ${path}`),
  }
}

export function encoded(...messages: Message[]): Encoded {
  return encodedWith({}, ...messages)
}

/** Returns the roles of contents, and the kinds of data in their parts. */
export function shapeOf(contents: readonly GeminiContent[]): string[] {
  return contents.map(({ role, parts }) => `${role}: ${parts.map((part) => Object.keys(part)[0]).join(' ')}`)
}

/** Returns the body of the REST API. */
export function geminiBody(context: WireContext, options?: GeminiOptions): GeminiRequest {
  return encodeGemini(context, options).request
}
