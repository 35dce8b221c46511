// What does a model receive when a teammate asks: "What did we decide about the launch?" This program builds that
// request from the folder agent/ and the conversation in session.jsonl, once for a large window and once for a small
// one, and prints what was included and what was left out. It calls no model and needs no key.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createContext } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { target } from '@lamella/models'
import { readSession, workspace } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
import { showHeading, showRequest } from './show.mjs'

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url))

// 1. The agent: layers from a folder. Create it once and use it for every build.
const agent = createContext().use(
  workspace(path('agent'), {
    ranker: bm25(),
    bootstrap: { name: 'Juniper', workspace: 'agent', capabilities: ['issues', 'calendar', 'metrics', 'messages'] },
  }),
)

// 2. The request: the user, the conversation so far, the tools and the time. The time is fixed here, so that the output
//    is the same every day; in your program, use `new Date()`.
const request = {
  scope: { tenant: 'fernlight', user: 'mara', kind: 'private' },
  session: await readSession(path('session.jsonl')),
  tools: JSON.parse(await readFile(path('tools.json'), 'utf8')),
  message: 'What did we decide about the launch?',
  now: new Date('2026-03-13T09:30:00Z'),
}

// 3. Build the same request into two windows, with 1,000 tokens of each reserved for the answer. All else follows from the
//    model's name: without sizes, it would be sent into the window of the model.
for (const [kind, window] of Object.entries({ roomy: 16_000, tight: 4_000 })) {
  const model = await target('gpt-4o', { format: 'openai-chat', window, reserve: 1_000 })
  const context = await agent.for(model).build(request)

  // 4. The report shows what each layer requested, received and lost, and why.
  showHeading(`A ${kind} window`)
  console.log(explain(context.report))

  // 5. Pass this to the provider: await client.chat.completions.create(model.encode(context))
  showRequest(model.encode(context))
}
