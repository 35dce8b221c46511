// The model: that of a provider if ANTHROPIC_API_KEY is set, else the stand-in of model.mjs.

import { validateAnthropic } from '@lamella/wire/anthropic'
import { contentFor } from './model.mjs'

/** Returns a function that sends a request, and returns the response. */
export function createClient() {
  const { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: base = 'https://api.anthropic.com' } = process.env
  return key ? (request) => send(`${base}/v1/messages`, key, request) : standIn()
}

async function send(address, key, request) {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(request) })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}

/** Validates each request as the provider does, before the stand-in answers. */
function standIn() {
  let number = 0
  return async (request) => {
    const [violation] = validateAnthropic(request).filter(({ level }) => level === 'error')
    if (violation) throw new Error(`400 ${violation.path}: ${violation.message}`)
    return { role: 'assistant', content: contentFor(request, ++number) }
  }
}
