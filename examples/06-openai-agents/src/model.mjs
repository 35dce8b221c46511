// A model for the Agents SDK that asks for the catalogue when it is asked for a lamp, and otherwise repeats the question.

import { Usage } from '@openai/agents'

const usage = new Usage()

/** @type {import('@openai/agents').Model} */
export const model = {
  getResponse: async ({ input }) => {
    const last = input.at(-1)
    if (last.type === 'function_call_result') return { usage, output: [say('The brass lamp fits.')] }
    const question = typeof last.content === 'string' ? last.content : ''
    if (!question.includes('lamp')) return { usage, output: [say(`You said: ${question}`)] }
    const call = {
      type: 'function_call',
      callId: `call_${input.length}`,
      name: 'catalogue',
      arguments: '{}',
      status: 'completed',
    }
    return { usage, output: [call] }
  },
  getStreamedResponse: () => {
    throw new Error('This model does not stream.')
  },
}

function say(text) {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }
}
