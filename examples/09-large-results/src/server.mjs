// A stand-in for the API of Anthropic, so that the example runs on its own. It validates each request, and refuses thinking
// that comes back behind anything but what it was made behind.

import { prefixServer } from '@lamella/testkit'
import { validateAnthropic } from '@lamella/wire/anthropic'
import { contentFor, offeredBy } from './model.mjs'

/** Creates a client like that of `@anthropic-ai/sdk`, for one conversation. */
export function createClient() {
  const conversation = prefixServer('anthropic', { answer: contentFor })
  const create = async ({ betas, ...request }) => {
    const [violation] = validateAnthropic(request).filter(({ level }) => level === 'error')
    if (violation) throw new Error(`400 ${violation.path}: ${violation.message}`)
    const { status, body, prefix } = conversation.send(request)
    if (status !== 200) throw new Error(`400 ${body.error.message}`)
    const repeats = prefix === undefined ? undefined : prefix.repeated / prefix.total
    return { ...body, seen: { repeats, isExtended: prefix?.extends, offered: offeredBy(request).size, betas } }
  }
  return { beta: { messages: { create } } }
}
