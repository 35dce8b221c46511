import type { Message, ToolOutput } from '@lamella/core'
import * as fc from 'fast-check'
import type { FormatContext } from './subject.ts'

/** A context of texts and calls, which every format can carry. Its texts are unique, so that each can be searched for. */
export interface Sample {
  readonly context: FormatContext
  /** Each text, by its path. */
  readonly said: readonly (readonly [path: string, text: string])[]
  /** The input and output of each call, in order. */
  readonly pairs: readonly (readonly [input: string, output: string])[]
}

type Turn = 'user' | 'assistant' | 'call' | 'calls' | 'empty' | 'surrogate' | 'open' | 'orphan'

const whole: readonly Turn[] = ['user', 'assistant', 'call', 'calls']
const broken: readonly Turn[] = [...whole, 'empty', 'surrogate', 'open', 'orphan']

/** Contexts in which every call has a result. */
export const wholeSamples: fc.Arbitrary<Sample> = samplesOf(whole)

/**
 * The same, plus contexts with flaws that histories sometimes have: empty texts, lone surrogates, calls without
 * results.
 */
export const brokenSamples: fc.Arbitrary<Sample> = samplesOf(broken)

function samplesOf(turns: readonly Turn[]): fc.Arbitrary<Sample> {
  const list = fc.array(fc.constantFrom(...turns), { minLength: 0, maxLength: 5 })
  return fc
    .record({ turns: list, layers: fc.nat({ max: 2 }) })
    .map(({ turns: chosen, layers }) => sampleOf(chosen, layers))
}

function sampleOf(turns: readonly Turn[], layers: number): Sample {
  const messages: Message[] = []
  const said: [string, string][] = []
  const pairs: [string, string][] = []
  let count = 0
  const word = (): string => `word${count++}.`
  const say = (role: 'user' | 'assistant', text: string): void => {
    said.push([`messages[${messages.length}]`, text])
    messages.push({ role, content: [{ type: 'text', text }] })
  }
  const call = (toolCallId: string): object => {
    const input = word()
    pairs.push([input, ''])
    return { type: 'tool-call', toolCallId, toolName: 'look', input: { at: input } }
  }
  const result = (toolCallId: string, pair: [string, string] | undefined): object => {
    const value = word()
    if (pair) pair[1] = value
    said.push([`messages[${messages.length}]`, value])
    const output: ToolOutput = { type: 'text', value }
    return { type: 'tool-result', toolCallId, toolName: 'look', output }
  }
  const system = Array.from({ length: layers }, () => ({ role: 'system' as const, content: word() }))
  for (const [index, { content }] of system.entries()) said.push([`system[${index}]`, content])
  // Every conversation begins with a question, so that there is something to send.
  say('user', word())
  for (const turn of turns) {
    const ids = turn === 'calls' ? [`a${count}`, `b${count}`] : [`a${count}`]
    switch (turn) {
      case 'user':
      case 'assistant':
        say(turn, word())
        break
      case 'empty':
        messages.push({ role: 'user', content: '' })
        break
      case 'surrogate':
        say('user', `${word()}\uD800`)
        break
      case 'orphan':
        messages.push({ role: 'tool', content: [result('nobody', undefined)] } as unknown as Message)
        break
      case 'call':
      case 'calls':
      case 'open': {
        messages.push({ role: 'assistant', content: ids.map(call) } as unknown as Message)
        const own = pairs.slice(-ids.length)
        if (turn === 'open') pairs.pop()
        else messages.push({ role: 'tool', content: ids.map((id, at) => result(id, own[at])) } as unknown as Message)
        break
      }
      default:
        turn satisfies never
    }
  }
  say('user', word())
  const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } }]
  return { context: { system, messages, tools, parameters: { model: 'a-model' } }, said, pairs }
}
