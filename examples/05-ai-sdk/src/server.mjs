// A small server that speaks the OpenAI Chat API, so that the example runs on its own: this file counts tokens and
// validates requests, model.mjs writes the answers.

import { createServer } from 'node:http'
import { answerTo } from './model.mjs'

/**
 * Listens on a free port of this machine. `url` is the base URL for a client; `usage` lists the tokens of each request,
 * and how many of them repeat the start of an earlier request: providers charge as little as a tenth of the price for
 * those.
 */
export async function startServer() {
  const usage = []
  const seen = []
  const server = createServer(async (request, response) => {
    const send = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const refuse = (status, message) => send(status, { error: { message, type: 'invalid_request_error' } })
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(404, 'Not found.')
    try {
      const body = JSON.parse(await textOf(request))
      const problem = problemOf(body)
      if (problem) return refuse(400, problem)
      const items = [...(body.tools ?? []), ...body.messages].map((item) => JSON.stringify(item))
      const took = { tokens: tokensOf(items), repeated: tokensOf(items.slice(0, mostRepeated(items, seen))) }
      seen.push(items)
      usage.push(took)
      const message = answerTo(body, usage.length)
      return send(200, completion(body, message, took, usage.length))
    } catch (error) {
      return refuse(400, String(error))
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `http://127.0.0.1:${server.address().port}/v1`, usage, close }
}

async function textOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Checks the API rules that a careless history breaks. Returns `undefined` for a valid request. */
function problemOf({ model, messages }) {
  if (typeof model !== 'string') return 'you must provide a model parameter'
  if (!Array.isArray(messages) || messages.length === 0) return "'messages' is too short: it needs at least one."
  let waiting = []
  for (const [index, message] of messages.entries()) {
    const { role, content, tool_calls: calls, tool_call_id: id } = message
    if (!['system', 'developer', 'user', 'assistant', 'tool'].includes(role))
      return `messages.${index}.role is unknown.`
    if (role === 'tool') {
      if (!waiting.includes(id)) {
        return `messages.${index}: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.`
      }
      waiting = waiting.filter((one) => one !== id)
      continue
    }
    if (waiting.length > 0) return unanswered(waiting)
    if (role === 'assistant' && calls) waiting = calls.map((call) => call.id)
    else if (typeof content === 'string' ? content === '' : !(content?.length > 0)) return `messages.${index} is empty.`
  }
  return waiting.length > 0 ? unanswered(waiting) : undefined
}

function unanswered(ids) {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each: ${ids.join(', ')}`
}

/** Counts roughly: four characters per token. */
function tokensOf(items) {
  return Math.ceil(items.reduce((sum, item) => sum + item.length, 0) / 4)
}

/** Returns how many items at the start were in one earlier request, in the same places. */
function mostRepeated(items, seen) {
  const repeated = seen.map((before) => {
    const end = items.findIndex((item, index) => item !== before[index])
    return end < 0 ? items.length : end
  })
  return Math.max(0, ...repeated)
}

function completion({ model }, message, { tokens, repeated }, number) {
  const answer = tokensOf([JSON.stringify(message)])
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' }],
    usage: {
      prompt_tokens: tokens,
      completion_tokens: answer,
      total_tokens: tokens + answer,
      prompt_tokens_details: { cached_tokens: repeated },
    },
  }
}
