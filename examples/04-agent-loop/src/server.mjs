// A stand-in for the API of Anthropic, so that the example runs on its own. It validates each request, and signs the
// thinking of each answer: thinking that comes back behind anything but what it was made behind is refused.

import { prefixServer } from '@lamella/testkit'
import { validateAnthropic } from '@lamella/wire/anthropic'
import { contentFor } from './model.mjs'

/**
 * Creates a client like that of `@anthropic-ai/sdk`, for one conversation. `seen` has the sums over its requests, and
 * `prefix` tells how far the newest request repeats the one before.
 */
export function createClient() {
  const conversation = prefixServer('anthropic', { answer: contentFor })
  const seen = { requests: 0, extended: 0, refused: 0, tokens: 0, cached: 0, thoughts: 0, prefix: undefined }

  async function create(request) {
    const [violation] = validateAnthropic(request).filter(({ level }) => level === 'error')
    if (violation) return refuse(violation.message)
    // A request without tools asks for a summary: it is a conversation of its own.
    if (request.tools === undefined) return prefixServer('anthropic', { answer: contentFor }).send(request).body
    const { status, body, prefix, thinking } = conversation.send(request)
    if (status !== 200) return refuse(body.error.message)
    const tokens = tokensOf(prefix?.total ?? sizeOf(request))
    const cached = tokensOf(prefix?.repeated ?? 0)
    seen.requests++
    seen.extended += prefix?.extends ? 1 : 0
    seen.tokens += tokens
    seen.cached += cached
    seen.thoughts += thinking
    seen.prefix = prefix
    return { ...body, usage: { input_tokens: tokens - cached, cache_read_input_tokens: cached } }
  }

  function refuse(message) {
    seen.refused++
    throw new Error(`400 ${message}`)
  }

  return { messages: { create }, seen }
}

/** Returns the characters of a first request, as a comparison with itself counts them. */
function sizeOf(request) {
  const server = prefixServer('anthropic')
  server.send(request)
  return server.send(request).prefix.total
}

/** Counts roughly: four characters per token. */
function tokensOf(characters) {
  return Math.ceil(characters / 4)
}
