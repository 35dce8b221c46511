import { runOptions } from '@lamella/openai-agents'
import { createSessionStore } from '@lamella/store/memory'
import { Agent, run as runAgent, setTracingDisabled, Usage } from '@openai/agents'

const model = {
  getResponse: async ({ input }) => ({
    usage: new Usage(),
    output: [
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: `I got ${input.length} message.` }],
      },
    ],
  }),
}

export const expected = 'I got 1 message.'
export default async function run() {
  setTracingDisabled(true)
  const agent = new Agent({ name: 'Kim', instructions: 'You help customers.', model })
  const options = runOptions({
    sessions: createSessionStore(),
    scope: { tenant: 'acme', session: 'chat-1' },
    window: 8_000,
  })
  return (await runAgent(agent, 'Hello', options)).finalOutput
}
