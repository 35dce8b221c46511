// The whole server: it serves the page, streams answers, and tells a page that is loaded again what was said.

import { createServer } from 'node:http'
import { lamella } from '@lamella/ai-sdk'
import { createContextAssembler } from '@lamella/assembler'
import { sqlite } from '@lamella/provider-sqlite'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { convertToModelMessages, stepCountIs, streamText, wrapLanguageModel } from 'ai'
import { createModel } from './model.mjs'
import { pageFiles } from './page-files.mjs'
import { tools } from './tools.mjs'
import { toUIMessages } from './ui-messages.mjs'

// Who is asking: a real server takes this from its login, never from the request.
const scope = { tenant: 'lamp-shop', user: 'ada', kind: 'private' }

/**
 * Listens on 127.0.0.1. `database` is the path of the file with the sessions, `port` 0 a free one, and `delay` the
 * milliseconds between two words of the stand-in model.
 */
export async function startChat({ database, port = 0, delay = 0, now }) {
  const { sessions, close: closeDatabase } = await sqlite(database)
  const assembler = createContextAssembler(
    { sessionStore: sessions, scope, ...(now && { now }) },
    {
      model: 'gpt-4o',
      tokenizer: heuristic(),
      sections: [{ name: 'role', content: 'You help customers of a lamp shop. Look things up.', order: 100 }],
    },
  )
  const model = wrapLanguageModel({
    model: createModel({ delay }),
    middleware: lamella({ assembler, sessions, scope }),
  })
  const files = await pageFiles()

  /** Answers the new message of the page: the model gets the rest of the conversation from the session. */
  async function answer({ id, message }, response) {
    const stopped = new AbortController()
    response.on('close', () => stopped.abort())
    const result = streamText({
      model,
      messages: await convertToModelMessages([message]),
      tools,
      stopWhen: stepCountIs(5),
      abortSignal: stopped.signal,
      providerOptions: { lamella: { session: id } },
    })
    return result.pipeUIMessageStreamToResponse(response, {
      messageMetadata: ({ part }) => (part.type === 'finish-step' ? part.providerMetadata?.lamella : undefined),
    })
  }

  async function saidIn(id, response) {
    const { messages } = await sessions.page(scope, id)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(toUIMessages(messages)))
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const [, id] = pathname.match(/^\/api\/chat\/([\w-]+)$/) ?? []
    try {
      if (request.method === 'POST' && pathname === '/api/chat') return await answer(await bodyOf(request), response)
      if (request.method === 'GET' && id) return await saidIn(id, response)
      const file = files.get(pathname)
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' })
      return response.end(file?.body ?? 'Not found.')
    } catch (error) {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
      return response.end(String(error.message))
    }
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await closeDatabase()
  }
  return { url: `http://127.0.0.1:${server.address().port}/`, close }
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
