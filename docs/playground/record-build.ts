import { createContext, createEstimator, type Tokenizer, type ToolDefinition } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { history, memory, message, system } from '@lamella/layers'
import { bm25 } from '@lamella/ranker-bm25'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { readMessages } from './read-messages.ts'
import { isTokenizerName, type State, type TokenizerName } from './state.ts'

/** The tokenizers that can be chosen. Tables are loaded when they are. */
const tokenizers: Readonly<Record<TokenizerName, () => Tokenizer | Promise<Tokenizer>>> = {
  estimate: () => createEstimator(),
  heuristic: () => heuristic(),
  careful: () => heuristic({ mode: 'careful' }),
  o200k_base: () => exact('o200k_base'),
  cl100k_base: () => exact('cl100k_base'),
}

async function exact(encoding: 'o200k_base' | 'cl100k_base'): Promise<Tokenizer> {
  const { tiktoken } = await import('@lamella/tokenizer-tiktoken')
  return tiktoken(encoding)
}

/** Builds what was typed with the real builder, and returns the lines of its recording. A failed build is one, too. */
export async function recordBuild(state: State): Promise<readonly string[]> {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  const facts = state.memory.split('\n').filter((line) => line.trim() !== '')
  const entries = facts.map((text, index) => ({ id: `fact ${index + 1}`, text }))
  const tokenizer = await tokenizers[isTokenizerName(state.tokenizer) ? state.tokenizer : 'estimate']()
  const builder = createContext()
    .use([
      system({ prompt: state.instructions }),
      memory({ source: { entries: () => ({ entries }) }, ranker: bm25() }),
      history(),
      message(),
    ])
    .tokenizer(tokenizer)
    .tools(state.tools.trim() === '' ? [] : (JSON.parse(state.tools) as ToolDefinition[]))
    .budget({ window: Number(state.window), reserve: Number(state.reserve) })
    .observe(tracer)
  const scope = { tenant: 'playground', kind: 'private' } as const
  const session = readMessages(state.messages)
  try {
    await builder.build({ scope, session, message: state.message, now: new Date(0) })
  } catch (error) {
    // The recording has it, unless the build could not even begin.
    await tracer.flush()
    if (lines.length === 0) throw error
  }
  await tracer.flush()
  return lines
}
