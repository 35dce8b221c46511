// The model: that of a provider if OPENAI_API_KEY is set, else the stand-in of model.mjs.

import { validateOpenAIChat } from '@lamella/wire/openai-chat'
import { answerTo } from './model.mjs'

/** Returns a function that sends a request, and returns the response. */
export function createClient() {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: base = 'https://api.openai.com/v1' } = process.env
  return key ? (request) => send(`${base}/chat/completions`, key, request) : standIn()
}

async function send(address, key, request) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(request) })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}

/** Validates each request as the provider does, before the stand-in answers. */
function standIn() {
  let number = 0
  return async (request) => {
    const [violation] = validateOpenAIChat(request).filter(({ level }) => level === 'error')
    if (violation) throw new Error(`400 ${violation.path}: ${violation.message}`)
    return { choices: [{ message: answerTo(request, ++number) }] }
  }
}
