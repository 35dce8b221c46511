// The desk of one customer: a few layers, three tools of Lamella and one of the shop, and the loop.

import { createContextAssembler } from '@lamella/assembler'
import { memory } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { memorySource } from '@lamella/store'
import { fromOpenAIChat, toOpenAIChat } from '@lamella/wire/openai-chat'

const model = process.env.OPENAI_MODEL ?? 'gpt-4o'

/** What a shop knows, as memory of a user that nobody is. */
export const articlesOf = (tenant) => ({ tenant, user: 'articles', kind: 'private' })

const searchArticles = {
  name: 'search_articles',
  description: 'Searches the articles of the shop: problems and what helps.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'Words to look for.' } },
    required: ['query'],
    additionalProperties: false,
  },
}

/**
 * Returns a function that answers in a session of a customer. The scope is that of the login, and nothing that the model
 * writes has a part in it.
 */
export function deskOf(stores, { tenant, user }, { send, now, log = () => {} }) {
  const scope = { tenant, user, kind: 'private' }
  const tools = contextTools({
    scope,
    memory: stores.memory,
    sessions: stores.sessions,
    allow: ['remember'],
    now,
  })
  const assembler = createContextAssembler(
    {
      sessionStore: stores.sessions,
      scope,
      layers: [memory({ source: memorySource(stores.memory) })],
      contextTools: tools,
      toolExecutor: { list: () => [searchArticles] },
      now,
    },
    { model, sections: [{ name: 'role', content: `You answer the customers of ${tenant}.`, order: 100 }] },
  )

  async function run({ toolCallId, toolName, input }) {
    const output = toolName === 'search_articles' ? await articles(input) : await tools.handle(toolName, input)
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
  }

  async function articles({ query }) {
    const { hits } = await stores.memory.search(articlesOf(tenant), { query: String(query), limit: 1 })
    return { type: 'text', value: hits[0]?.item.text ?? 'There is no article about that.' }
  }

  return async (session, question) => {
    log(`> ${question}`)
    await stores.sessions.append(scope, session, [{ role: 'user', content: question }], { at: now() })
    for (let step = 0; step < 10; step++) {
      const { choices } = await send(toOpenAIChat(await assembler.assemble(session)))
      const [message] = fromOpenAIChat([choices[0].message])
      const calls = callsOf(message)
      const results = await Promise.all(calls.map(run))
      await stores.sessions.append(scope, session, [message, ...results], { at: now() })
      calls.forEach(({ toolName, input }, index) => {
        const [{ output }] = results[index].content
        log(`  ${toolName} ${JSON.stringify(input)}\n    ${output.value.trim().replaceAll('\n', '\n    ')}`)
      })
      if (calls.length > 0) continue
      const answer = textOf(message)
      log(`  ${answer}`)
      return answer
    }
    throw new Error('The model does not stop to call tools.')
  }
}

const callsOf = ({ content }) => (typeof content === 'string' ? [] : content.filter(({ type }) => type === 'tool-call'))
const textOf = ({ content }) =>
  typeof content === 'string' ? content : content.flatMap(({ type, text }) => (type === 'text' ? text : [])).join('')
