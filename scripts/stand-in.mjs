// A stand-in for the APIs of providers, on 127.0.0.1: whatever is asked, it answers "In May.", in the format of the address.
import { createServer } from 'node:http'

const text = 'In May.'

/** The answer in the format that is served at the end of an address. */
const answers = {
  '/messages': {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'stand-in', content: [{ type: 'text', text }] },
    ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 10, output_tokens: 3 } },
  },
  '/responses': {
    ...{ id: 'resp_1', object: 'response', created_at: 0, status: 'completed', model: 'stand-in', error: null },
    ...{ incomplete_details: null, parallel_tool_calls: true, tool_choice: 'auto', tools: [], output_text: text },
    output: [
      {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    usage: {
      ...{ input_tokens: 10, output_tokens: 3, total_tokens: 13 },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    },
  },
  '/chat/completions': {
    ...{ id: 'chatcmpl_1', object: 'chat.completion', created: 0, model: 'stand-in' },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
    usage: { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13 },
  },
  ':generateContent': {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 3, totalTokenCount: 13 },
  },
}

/** Starts it. `env` makes the SDKs of OpenAI and Anthropic, and what is built on them, ask it. */
export async function startStandIn() {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://127.0.0.1').pathname
    const body = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1]
    request.resume().on('end', () => {
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body ?? { error: { message: `The stand-in has no answer at ${path}.` } }))
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  const keys = { OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none', GEMINI_API_KEY: 'none' }
  return {
    env: { ...keys, OPENAI_BASE_URL: url, ANTHROPIC_BASE_URL: url, OPENAI_AGENTS_DISABLE_TRACING: '1' },
    text,
    close: () => server.close(),
  }
}
