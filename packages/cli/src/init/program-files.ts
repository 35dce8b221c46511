import { type Host, type HostName, hosts } from './hosts.ts'

/**
 * The files of a program that answers with the agent of the folder, by path: for a host, with a stand-in for its model, a test,
 * and a report of what is sent.
 */
export function programFiles(name: HostName): Readonly<Record<string, string>> {
  const host: Host = hosts[name]
  const isAiSdk = name === 'ai-sdk'
  return {
    'package.json': `${JSON.stringify(manifestOf(host, isAiSdk), null, 2)}\n`,
    'agent.mjs': isAiSdk ? aiSdkAgent(host) : agent(host),
    'ask.mjs': isAiSdk ? aiSdkModel(host) : ask(host),
    'main.mjs': main,
    'agent.test.mjs': test(isAiSdk),
  }
}

function manifestOf({ packages }: Host, isAiSdk: boolean): object {
  const own = ['core', 'models', 'provider-fs', 'ranker-bm25', ...(isAiSdk ? ['ai-sdk'] : [])].sort()
  const lamella = Object.fromEntries(own.map((one) => [`@lamella/${one}`, 'latest']))
  return {
    name: 'agent',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: { start: 'node main.mjs', test: 'node --test' },
    dependencies: { ...lamella, ...packages },
  }
}

const imports = `import { createContext } from '@lamella/core'
import { target } from '@lamella/models'
import { workspace } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
`

const agent = ({ model }: Host): string => `${imports}import { ask } from './ask.mjs'

// The model's name sets the window, the tokenizer and the format of the request.
const model = await target('${model}')
// The agent is this folder: instructions, memory, and skills with the tool that loads them.
const layers = workspace(import.meta.dirname, { ranker: bm25(), contextTools: true })
const { definitions, handle } = layers.contextTools
const agent = createContext().for(model).use(layers).tools(definitions)
const scope = { tenant: 'home', kind: 'private' }

/** Adds a message to the session, and all that answers it. Returns the report of the last request. */
export async function answer(session, message, send = ask) {
  session.push({ role: 'user', content: message })
  for (let step = 0; step < 20; step++) {
    const context = await agent.build({ scope, session, now: new Date() })
    const { messages, calls } = model.decode(await send(model.encode(context)))
    session.push(...messages)
    if (calls.length === 0) return context.report
    const content = []
    for (const { toolCallId, toolName, input } of calls) {
      content.push({ type: 'tool-result', toolCallId, toolName, output: await handle(toolName, input) })
    }
    session.push({ role: 'tool', content })
  }
  throw new Error('The model still calls tools after 20 requests.')
}
`

const ask = ({
  key,
  call,
  answer,
}: Host): string => `/** Sends a request: to the provider if ${key} is set, or else to the stand-in. */
export async function ask(request) {
  if (!process.env.${key}) return standIn
  ${call}
}

/** The answer of a model that says the same to everything. */
export const standIn = ${JSON.stringify(answer, null, 2)}
`

const aiSdkAgent = ({ model }: Host): string => `import { lamella } from '@lamella/ai-sdk'
${imports}import { generateText, stepCountIs, wrapLanguageModel } from 'ai'
import { languageModel } from './ask.mjs'

// The agent is this folder: instructions, memory, and skills with the tool that loads them.
const layers = workspace(import.meta.dirname, { ranker: bm25(), contextTools: true })
// The model's name sets the window and the tokenizer.
const builder = createContext().for(await target('${model}')).use(layers)
const scope = { tenant: 'home', kind: 'private' }

/** Adds a message to the session, and all that answers it. Returns the report of the last request. */
export async function answer(session, message, model = languageModel()) {
  let report
  const middleware = lamella({ builder, scope, onRequest: ({ context }) => (report = context.report) })
  session.push({ role: 'user', content: message })
  const { response } = await generateText({
    model: wrapLanguageModel({ model: await model, middleware }),
    messages: session,
    tools: layers.contextTools.tools,
    stopWhen: stepCountIs(20),
  })
  session.push(...response.messages)
  return report
}
`

const aiSdkModel = ({
  model,
  key,
  call,
  answer,
}: Host): string => `/** Returns the model: the provider's if ${key} is set, or else the stand-in. */
export async function languageModel() {
  if (!process.env.${key}) return standIn()
  ${call}
}

/** A model that says the same to everything, and shows each request to \`sent\`. */
export function standIn(sent = () => {}) {
  return {
    specificationVersion: 'v3',
    provider: 'stand-in',
    modelId: '${model}',
    supportedUrls: {},
    doGenerate: async (request) => {
      sent(request)
      return reply
    },
  }
}

const reply = ${JSON.stringify(answer, null, 2)}
`

const main = `// npm start "When do I sow beans?": shows the answer, and what the model was sent.
import { explain } from '@lamella/core/plan'
import { answer } from './agent.mjs'

const session = []
const report = await answer(session, process.argv[2] ?? 'When do I sow beans?')
const { content } = session.at(-1)
console.log(typeof content === 'string' ? content : content.map(({ text = '' }) => text).join(''))
console.log(explain(report))
`

const test = (isAiSdk: boolean): string => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer } from './agent.mjs'
import { standIn } from './ask.mjs'

test('a question is sent with the instructions, the memory that fits it and the tool for skills', async () => {
  const [session, sent] = [[], []]
  const report = await answer(session, 'Do tomatoes like the wall?', ${
    isAiSdk ? 'standIn((request) => sent.push(request))' : '(request) => (sent.push(request), standIn)'
  })
  const request = JSON.stringify(sent)
  for (const part of [/careful gardener/, /under the south wall/, /load_skill/]) assert.match(request, part)
  assert.equal(session.length, 2)
  assert.ok(report.tokens.total + report.tokens.reserve <= report.tokens.window)
})
`
