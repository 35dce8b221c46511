// An agent of the OpenAI Agents SDK. Its session is in a Lamella store, and each request fits the window.

import { runOptions } from '@lamella/openai-agents'
import { createSessionStore } from '@lamella/store/memory'
import { Agent, run, setTracingDisabled, tool } from '@openai/agents'
import { z } from 'zod'
import { model } from './model.mjs'

setTracingDisabled(true)

const catalogue = tool({
  name: 'catalogue',
  description: 'Lists all lamps.',
  parameters: z.object({}),
  execute: () => Array.from({ length: 120 }, (_, index) => `Lamp ${index}: brass, 40 W, in stock`).join('\n'),
})
const agent = new Agent({ name: 'Kim', instructions: 'You help customers of a lamp shop.', model, tools: [catalogue] })

const sessions = createSessionStore()
const scope = { tenant: 'lamp-shop', user: 'mara', session: 'chat-1' }

function onRequest({ context }) {
  const { tokens, run: part } = context.report
  console.log(`  [${tokens.total} of ${tokens.window} tokens${part?.cut ? `, cut: ${part.cut.reason}` : ''}]`)
}

for (const question of ['Hello', 'Which lamp fits my desk?', 'And which lamp fits my hall?', 'Thank you']) {
  console.log(`> ${question}`)
  const options = runOptions({ sessions, scope, window: 4_000, reserve: 500, onRequest })
  const { finalOutput } = await run(agent, question, options)
  console.log(`  ${finalOutput}`)
}

const { session } = runOptions({ sessions, scope, window: 4_000 })
console.log(`The session has ${(await session.getItems()).length} items.`)
