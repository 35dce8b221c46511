import { createContext, createEstimator, isLamellaError, type Tokenizer, type ToolDefinition } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { history, memory, message, system } from '@lamella/layers'
import { bm25 } from '@lamella/ranker-bm25'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { readMessages } from './read-messages.ts'
import { isTokenizerName, type State, type TokenizerName } from './state.ts'

/** What a build was recorded as, and what is wrong with what was typed. */
export interface Recorded {
  readonly lines: readonly string[]
  readonly problem?: FieldProblem
}

/** A problem, and the field that it is about. */
interface FieldProblem {
  readonly field: keyof State
  readonly text: string
}

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

/** Builds what was typed with the real builder, and records it. A build that failed is recorded, too. */
export async function recordBuild(state: State): Promise<Recorded> {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  const facts = state.memory.split('\n').filter((line) => line.trim() !== '')
  const entries = facts.map((text, index) => ({ id: `fact ${index + 1}`, text }))
  // Where what follows fails, this field is to blame.
  let field: keyof State = 'tokenizer'
  try {
    const tokenizer = await tokenizers[isTokenizerName(state.tokenizer) ? state.tokenizer : 'estimate']()
    const layers = [
      system({ prompt: state.instructions }),
      memory({ source: { entries: () => ({ entries }) }, ranker: bm25() }),
      history(),
      message(),
    ]
    field = 'tools'
    const tools = state.tools.trim() === '' ? [] : (JSON.parse(state.tools) as ToolDefinition[])
    const equipped = createContext().use(layers).tokenizer(tokenizer).tools(tools).observe(tracer)
    field = 'messages'
    const session = readMessages(state.messages)
    field = 'window'
    const window = numberOf(state.window)
    field = 'reserve'
    const builder = equipped.budget({ window, reserve: numberOf(state.reserve) })
    field = 'window'
    const scope = { tenant: 'playground', kind: 'private' } as const
    await builder.build({ scope, session, message: state.message, now: new Date(0) })
    return { lines }
  } catch (error) {
    return {
      lines,
      problem: { field: isLamellaError(error, 'TOOL_SCHEMA_INVALID') ? 'tools' : field, text: textOf(error) },
    }
  } finally {
    await tracer.flush()
  }
}

function numberOf(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError('This must be a whole number of tokens, 0 or more.')
}

function textOf(error: unknown): string {
  const text = error instanceof SyntaxError ? `This is not JSON: ${error.message}` : String((error as Error).message)
  return text.slice(0, 500)
}
