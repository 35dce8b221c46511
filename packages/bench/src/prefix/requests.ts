import { defineLayer, isLamellaError, type Layer, type Message, type UserMessage } from '@lamella/core'

/** Creates a layer for a system prompt that is never cut. */
export function promptLayer(system: string): Layer<'prompt'> {
  return defineLayer('prompt', {
    order: 100,
    priority: 1_000,
    stability: 'static',
    load: () => [{ id: 'prompt', content: system, pinned: true }],
  })
}

/** Splits messages into those before a request, and the question that it asks, if the newest one is of a user. */
export function asking(messages: readonly Message[]): {
  readonly session: readonly Message[]
  readonly message?: UserMessage
} {
  const newest = messages.at(-1)
  return newest?.role === 'user' ? { session: messages.slice(0, -1), message: newest } : { session: messages }
}

/** Returns `undefined` where a request cannot fit. */
export async function unlessTooLarge<Request>(build: () => Promise<Request>): Promise<Request | undefined> {
  try {
    return await build()
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}
