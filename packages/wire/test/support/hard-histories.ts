import type {
  AssistantPart,
  Message,
  Parameters,
  ProviderOptions,
  SystemMessage,
  ToolOutput,
  UserPart,
} from '@lamella/core'
import { fromAnthropic } from '@lamella/wire/anthropic'
import { fromGemini } from '@lamella/wire/gemini'
import { fromOpenAIChat, type WireContext, type WireOptions } from '@lamella/wire/openai-chat'
import { fromOpenAIResponses } from '@lamella/wire/openai-responses'
import { randomFrom } from '../random.ts'
import { hardFile, hardImage, hardPiece, pick, type Random } from './hard-media.ts'

/** A text that occurs once in a context, and must be in its request or be reported. */
export interface Mark {
  readonly text: string
  /**
   * The part, or the message if its content is a string. `undefined`: no decoder finds it in the bytes of a broken
   * file.
   */
  readonly path: string | undefined
  /** The messages of its turn, from one index up to another one. */
  readonly turn: readonly [start: number, end: number]
}

/** A context of content that providers reject, with a mark in each piece of content. */
export interface HardHistory {
  readonly context: WireContext
  readonly options: Pick<WireOptions, 'separator' | 'system' | 'mergeConsecutive' | 'ensureAlternating'>
  readonly marks: readonly Mark[]
}

/** Creates the messages of one turn. `mark` returns a new mark, which no other text contains. */
export type MakeTurn = (random: Random, mark: () => string) => readonly Message[]

const spoiled = (random: Random, mark: string): string =>
  pick(random, [`Hello ${mark}.`, `${mark} \n`, `\uD800${mark}`, ` ${mark}\uDC00 `])

const names: readonly ((mark: string) => unknown)[] = [
  (mark) => `Ann ${mark}`,
  (mark) => `${mark}<|>/\\`,
  (mark) => `\uD800${mark}`,
  (mark) => mark,
  () => '',
  () => ' ',
  () => '///',
  () => 5,
]

/** Provider options with a participant name. Rows repeat names, so no mark is needed there. */
function named(random: Random): { readonly providerOptions?: ProviderOptions } {
  if (random(4) > 0) return {}
  return { providerOptions: { openai: { extra: { name: pick(random, names)('Smith') as string } } } }
}

const user: MakeTurn = (random, mark) => [{ role: 'user', content: spoiled(random, mark()), ...named(random) }]

const userWithMedia: MakeTurn = (random, mark) => {
  const content: UserPart[] = [{ type: 'text', text: spoiled(random, mark()) }]
  for (let count = random(3); count >= 0; count--) {
    content.push(random(2) === 0 ? hardImage(random, mark) : hardFile(random, mark))
  }
  return [{ role: 'user', content, ...named(random) }]
}

const assistant: MakeTurn = (random, mark) => [
  { role: 'assistant', content: spoiled(random, mark()), ...named(random) },
]

const thinking: MakeTurn = (random, mark) => {
  const providerOptions = pick<ProviderOptions>(random, [
    { anthropic: { signature: 'c2ln' } },
    { google: { thoughtSignature: 'c2ln' } },
    { openai: { itemId: 'rs_1' } },
  ])
  const content: AssistantPart[] = [{ type: 'reasoning', text: mark(), providerOptions }]
  if (random(3) > 0) content.push({ type: 'text', text: spoiled(random, mark()) })
  return [{ role: 'assistant', content }]
}

const toolTurn: MakeTurn = (random, mark) => {
  const toolCallId = `call_${mark()}`
  const toolName = 'look'
  const begun: AssistantPart[] =
    random(2) === 0 ? [] : [{ type: 'reasoning', text: mark(), providerOptions: { anthropic: { signature: 'c2ln' } } }]
  const asked: Message = {
    role: 'assistant',
    content: [...begun, { type: 'tool-call', toolCallId, toolName, input: { question: mark() } }],
  }
  const output: ToolOutput =
    random(3) === 0
      ? { type: 'text', value: mark() }
      : { type: 'content', value: [{ type: 'text', text: spoiled(random, mark()) }, hardPiece(random, mark)] }
  return [asked, { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }]
}

const system: MakeTurn = (random, mark) => {
  const content = spoiled(random, mark())
  const options = pick<ProviderOptions | undefined>(random, [
    undefined,
    { anthropic: { role: 'system' } },
    { anthropic: { role: 'system', extra: { output_config: { effort: 'low' } } } },
    { openai: { role: 'developer', extra: { name: 'The boss' } } },
  ])
  return [{ role: 'system', content, ...(options !== undefined && { providerOptions: options }) }]
}

const effort: MakeTurn = () => [
  {
    role: 'system',
    content: '',
    providerOptions: { anthropic: { role: 'system', extra: { output_config: { effort: 'low' } } } },
  },
]

/** Fields that programs and SDKs store with a message. They belong to no provider. */
const stored = {
  timestamp: 1_781_980_690,
  row_id: 7,
  usage: { total: 3 },
  stop_reason: 'end_turn',
  parsed_arguments: {},
}

/** The names of these fields. */
export const storedFields: readonly string[] = Object.keys(stored)

const fromChatSession: MakeTurn = (_, mark) => {
  const id = `call_${mark()}`
  const call = { id, type: 'function', index: 0, ...stored, function: { name: 'look', arguments: '{}' } }
  return fromOpenAIChat([
    { role: 'user', content: [{ type: 'text', text: mark(), ...stored }], name: 'Ann Smith', ...stored },
    { role: 'assistant', content: mark(), tool_calls: [call], reasoning_content: 'Hm.', ...stored },
    { role: 'tool', tool_call_id: id, content: mark(), ...stored },
  ])
}

const fromResponsesSession: MakeTurn = (_, mark) => {
  const call_id = `call_${mark()}`
  return fromOpenAIResponses([
    { role: 'user', content: [{ type: 'input_text', text: mark(), ...stored }], ...stored },
    { type: 'function_call', call_id, name: 'look', arguments: '{}', ...stored },
    { type: 'function_call_output', call_id, output: mark(), ...stored },
  ])
}

const fromAnthropicSession: MakeTurn = (_, mark) => {
  const id = `toolu_${mark()}`
  return fromAnthropic([
    { role: 'user', content: [{ type: 'text', text: mark(), ...stored }], ...stored },
    {
      role: 'assistant',
      model: 'claude',
      content: [{ type: 'tool_use', id, name: 'look', input: {}, ...stored }],
      ...stored,
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: mark(), ...stored }], ...stored },
  ])
}

const fromGeminiSession: MakeTurn = (_, mark) =>
  fromGemini([
    { role: 'user', parts: [{ text: mark(), ...stored }], ...stored },
    { role: 'model', parts: [{ functionCall: { name: 'look', args: { q: mark() }, ...stored } }], ...stored },
    { role: 'user', parts: [{ functionResponse: { name: 'look', response: { output: mark() }, ...stored } }] },
  ])

/** Turns of content that providers reject: broken media, names and ids, fields of programs, misplaced messages. */
const hardTurns: readonly MakeTurn[] = [
  user,
  userWithMedia,
  userWithMedia,
  assistant,
  thinking,
  toolTurn,
  toolTurn,
  system,
  effort,
  fromChatSession,
  fromResponsesSession,
  fromAnthropicSession,
  fromGeminiSession,
]

const parameters: readonly (Parameters | undefined)[] = [
  undefined,
  { providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } } },
  { providerOptions: { anthropic: { thinking: { type: 'adaptive' } } } },
  { providerOptions: { anthropic: { thinking: { type: 'disabled' } } } },
]

/**
 * Returns a history of one to six turns; the same for the same seed. `more`: kinds of turns in addition to those above.
 */
export function hardHistory(seed: number, more: readonly MakeTurn[] = []): HardHistory {
  const turns = [...hardTurns, ...more]
  const random = randomFrom(seed)
  const marks: Mark[] = []
  let count = 0
  const mark = (): string => `w${count++}x`
  const system: SystemMessage[] = []
  for (let left = random(4); left > 0; left--) {
    const text = mark()
    marks.push({ text, path: `system[${system.length}]`, turn: [0, 0] })
    system.push({ role: 'system', content: spoiled(random, text) })
  }
  const messages: Message[] = []
  for (let left = random(6) + 1; left > 0; left--) {
    const first = count
    const start = messages.length
    messages.push(...pick(random, turns)(random, mark))
    for (let at = first; at < count; at++) {
      const text = `w${at}x`
      marks.push({ text, path: pathIn(messages, start, text), turn: [start, messages.length] })
    }
  }
  const given = pick(random, parameters)
  return {
    context: {
      system,
      messages,
      tools: [{ name: 'look', inputSchema: { type: 'object', properties: {} } }],
      ...(given !== undefined && { parameters: given }),
    },
    options: {
      separator: pick(random, ['\n\n', '\uD800', '-\uDC00-', '']),
      system: pick(random, ['joined', 'per-layer'] as const),
      ...(random(2) === 0 && { mergeConsecutive: random(2) === 0 }),
      ...(random(3) === 0 && { ensureAlternating: random(2) === 0 }),
    },
    marks,
  }
}

/** The place of a text, as rows of an encoding name it. */
function pathIn(messages: readonly Message[], start: number, text: string): string | undefined {
  for (let index = start; index < messages.length; index++) {
    const { content } = messages[index] as Message
    if (typeof content === 'string') {
      if (content.includes(text)) return `messages[${index}]`
      continue
    }
    const part = content.findIndex((value) => allTexts(value).includes(text))
    if (part >= 0) return `messages[${index}].content[${part}]`
  }
  return undefined
}

/** Returns all content of a value: texts, decoded base64, bytes. */
export function allTexts(value: unknown): string {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value.slice(value.indexOf(',') + 1), 'base64')
    return `${value}\n${bytes.toString('latin1')}\n`
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(allTexts).join('\n')
}
