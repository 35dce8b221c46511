import type { Message, ToolCallPart } from '@lamella/core'
import {
  at,
  cleanJson,
  cleanText,
  defineFormat,
  type EncodeState,
  type Format,
  jsonRule,
  jsonText,
  leftOut,
  listOf,
  lose,
  loseToolExtras,
  mend,
  missingUserText,
  openCalls,
  partText,
  readList,
  readRecord,
  readText,
  recordsOf,
  validateBy,
  type WireOptions,
  wireChecks,
  writeParts,
} from '@lamella/wire/kit'

/** The request of this example's server: turns with one item each. */
interface Turn {
  readonly who: 'system' | 'user' | 'model' | 'tool'
  readonly text?: string
  readonly call?: { readonly id: string; readonly name: string; readonly input: unknown }
  /** The call that a tool result answers. */
  readonly answers?: string
}

interface TurnsTypes {
  readonly options: WireOptions
  readonly run: { readonly turns: Turn[] }
  readonly tool: string
  readonly system: undefined
  readonly part: string
  readonly turn: undefined
  readonly request: { readonly turns: Turn[]; readonly tools: string[] }
}
type State = EncodeState<TurnsTypes>

const title = 'Turns'
const rules = [
  {
    code: 'TU-TURNS',
    what: 'The user speaks first.',
    source: 'D turns.example/api (2026-11)',
    check: (
      { turns }: Readonly<Record<string, unknown>>,
      report: (level: 'error', path: string, why: string) => void,
    ) => {
      if (listOf(turns).length === 0) report('error', 'turns', 'must not be empty')
      const first = recordsOf(turns, 'turns').find(({ value }) => value['who'] !== 'system')
      if (first?.value['who'] !== 'user') report('error', first?.path ?? 'turns', 'must be the user')
    },
  },
  jsonRule('TU-JSON'),
]

export const turnsFormat: Format<TurnsTypes> = defineFormat<TurnsTypes>({
  name: 'turns',
  title,
  encoder: 'turnsFormat.encode',
  options: wireChecks,
  limits: {
    toolName: { valid: /^[a-z_]{1,32}$/, invalidCharacter: /[^a-z_]/g, maxLength: 32 },
    callId: { maxLength: 32, unique: 'request' },
  },
  conversation: { leadingSystem: true },
  encode: {
    begin: () => ({ turns: [] }),
    tool: (state, { name }) => state.base.names.toWire(state, name),
    system: ({ run }, parts) => {
      for (const { state, message } of parts) run.turns.push({ who: 'system', text: cleanText(state, message.content) })
      return undefined
    },
    systemMessage: (state, { content }) => {
      lose(state, 'system-role', 'Sent as user text.')
      addTurn(state, { who: 'user', text: cleanText(state, content) })
    },
    userParts: {
      text: (state, { text }) => partText(state, text),
      image: (state) => leftOut(state, 'image', 'the server accepts only text'),
      file: (state) => leftOut(state, 'file', 'the server accepts only text'),
    },
    user: (state, content) => {
      for (const text of typeof content === 'string' ? [content] : content)
        if (text !== '') addTurn(state, { who: 'user', text })
    },
    open: () => undefined,
    answer: (state, answer) => {
      const turns = writeParts(state, answer, title, writers, undefined)
      for (const turn of turns) addTurn(state, turn)
      for (const [number, { answer: placed }] of answer.pairs.entries()) {
        const here = at(state, 'messages', placed.index, placed.part)
        const { output } = placed.result
        const text = output.type === 'text' ? cleanText(here, output.value) : (jsonText(here, output) ?? '')
        addTurn(here, { who: 'tool', text, answers: answer.ids[number] ?? '' })
      }
      return turns.length > 0
    },
    close: (state, turn) => {
      loseToolExtras(state, turn, (here) => lose(here, 'provider-options', 'The server supports no options.'))
      return false
    },
    body: (state, { tools }) => ({ turns: state.run.turns, tools: tools.filter((tool) => tool !== undefined) }),
  },
  decode: {
    userParts: { text: ['text'], image: [], file: [] },
    messages: decodeTurns,
    request: (request) => {
      const all = decodeTurns(readRecord(request, 'request')['turns'])
      const messages = all.filter(({ role }) => role !== 'system')
      const tools = readList(readRecord(request, 'request')['tools'] ?? [], 'tools').map((name, index) => {
        return { name: readText(name, `tools[${index}]`), inputSchema: { type: 'object' } }
      })
      return { system: all.filter((message) => message.role === 'system'), messages, tools, parameters: {} }
    },
  },
  framing: {
    name: 'turns',
    request: 2,
    message: 4,
    toolCall: 8,
    toolResult: 8,
    tool: 8,
    image: 0,
    systemSeparator: '\n',
  },
  rules,
  validate: (request) => validateBy(rules, 'TU-JSON', request),
})

const writers = {
  text: (state: State, { text }: { text: string }): Turn | undefined => {
    const cleaned = partText(state, text)
    return cleaned === '' ? undefined : { who: 'model', text: cleaned }
  },
  reasoning: (state: State) => void lose(state, 'reasoning', 'The server does not accept reasoning.'),
  file: (state: State) => void lose(state, 'media', 'The server accepts only text from the model.'),
  call: (state: State, { call }: { call: { toolName: string; input: unknown } }, id: string): Turn => {
    const name = state.base.names.toWire(state, call.toolName)
    return { who: 'model', call: { id, name, input: cleanJson(state, call.input ?? {}) } }
  },
  native: () => undefined,
}

/** Adds a turn. This server requires that the user speaks first. */
function addTurn(state: State, turn: Turn): void {
  const { turns } = state.run
  if (turn.who !== 'user' && turns.every(({ who }) => who === 'system')) {
    mend(state, 'alternation', 'A marked user message was inserted before it.')
    turns.push({ who: 'user', text: missingUserText })
  }
  turns.push(turn)
}

function decodeTurns(value: unknown): Message[] {
  const messages: Message[] = []
  let calls: ToolCallPart[] = []
  let open = openCalls(calls)
  for (const [index, one] of readList(value, 'turns').entries()) {
    const path = `turns[${index}]`
    const { who, text, call, answers } = readRecord(one, path)
    if (call !== undefined) {
      const { id, name, input } = readRecord(call, `${path}.call`)
      // Consecutive calls are one message: their results follow together.
      if (messages.at(-1)?.content !== calls) {
        calls = []
        messages.push({ role: 'assistant', content: calls })
      }
      calls.push({ type: 'tool-call', toolCallId: String(id), toolName: String(name), input })
      open = openCalls(calls)
    } else if (who === 'tool') {
      const [toolCallId, value] = [readText(answers, `${path}.answers`), readText(text, `${path}.text`)]
      const toolName = open.answer(toolCallId) ?? ''
      messages.push({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }],
      })
    } else {
      const role = who === 'model' ? 'assistant' : who === 'system' ? 'system' : 'user'
      messages.push({ role, content: readText(text, `${path}.text`) })
    }
  }
  return messages
}
