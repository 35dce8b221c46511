import {
  type BuiltContext,
  createContext,
  defaultFraming,
  defineLayer,
  type Framing,
  isLamellaError,
  type Layer,
  type Message,
  type RunState,
  type ToolDefinition,
  type ToolPart,
  type UserMessage,
} from '@lamella/core'
import { summaryMessage } from '@lamella/core/store'
import { bootstrap, history, memory, message, skills, system } from '@lamella/layers'
import { anthropicFraming, anthropicFramingFor } from '@lamella/wire/anthropic'
import { openaiChatFraming } from '@lamella/wire/openai-chat'

/** What happens next in a conversation. */
export type Step =
  | {
      readonly kind: 'turn'
      readonly words: number
      readonly rounds: readonly number[]
      readonly end: End
      readonly image: boolean
    }
  | {
      readonly kind: 'remember' | 'forget' | 'rewrite' | 'skill' | 'instructions' | 'tools' | 'model' | 'group' | 'cut'
    }
  | { readonly kind: 'edit' | 'fork' | 'summary'; readonly share: number }

/**
 * How a turn ends: with an answer; the program dies before it, or between a call and its result; or after a call that
 * needs an approval, which comes, or never comes.
 */
type End = 'answered' | 'unanswered' | 'open-call' | 'approved' | 'ignored'

/** What is not as usual in the layers of a conversation. */
export interface Setting {
  readonly window: number
  readonly maxMessages: number | undefined
  /** A layer of another author: one message after the session, whose text changes with each turn or never. */
  readonly reminder: 'none' | 'fixed' | 'changing'
  /** Whether a layer fails every now and then, and may be omitted. */
  readonly isFlaky: boolean
  /** Whose models the conversation has: those of the vendor take instructions in the middle, the others do not. */
  readonly vendor: Vendor
}

/** Two models each, between which a conversation changes. */
const vendors = {
  other: ['claude-opus-5-5', 'claude-sonnet-5-5'],
  anthropic: ['claude-opus-5-5', 'claude-sonnet-5-5'],
  openai: ['gpt-5.4', 'gpt-5.4-mini'],
  // Takes other tools in the middle, too.
  'anthropic-tools': ['claude-opus-5-5', 'claude-sonnet-5-5'],
} as const
export type Vendor = keyof typeof vendors

const framings: Readonly<Record<Vendor, Framing>> = {
  other: defaultFraming,
  anthropic: { ...defaultFraming, ...takesInstructionsOf(anthropicFraming) },
  openai: { ...defaultFraming, ...takesInstructionsOf(openaiChatFraming) },
  'anthropic-tools': withTools(anthropicFramingFor({ model: 'claude-opus-5-5', toolChanges: true })),
}

function withTools(framing: Framing): Framing {
  const { takesToolChanges } = framing
  return { ...defaultFraming, ...takesInstructionsOf(framing), ...(takesToolChanges && { takesToolChanges }) }
}

function takesInstructionsOf({ takesInstructions }: Framing): Partial<Framing> {
  return takesInstructions ? { takesInstructions } : {}
}

/** A request as it was built, and what was there at that time. */
export interface Sent {
  readonly context: BuiltContext
  readonly again: BuiltContext
  /** The request before it in the same branch; `undefined` for the first. */
  readonly before: BuiltContext | undefined
  readonly memories: readonly string[]
  readonly erased: readonly string[]
  /** The names of the tools that the model shall have. */
  readonly tools: readonly string[]
  /** The text of the new message. */
  readonly message: string | undefined
}

interface Branch {
  readonly session: readonly Message[]
  readonly run: RunState | undefined
  readonly before: BuiltContext | undefined
}

/** Builds every request of a conversation with the standard layers, as a run. `think` returns the reasoning of an answer. */
export async function playRun(
  steps: readonly Step[],
  { window, maxMessages, reminder, isFlaky, vendor }: Setting,
  check: (sent: Sent) => readonly unknown[],
): Promise<number> {
  const world = createWorld(vendors[vendor])
  let branch: Branch = { session: [], run: undefined, before: undefined }
  const saved: Branch[] = []
  let sent = 0
  const builder = createContext()
    .use([system({ soul: world.soul }), bootstrap({ name: 'Kim', clock: 'minute' }), memory({ source: world.memory })])
    .use([
      skills({ source: world.skills, advertise: 'always' }),
      history({ maxMessages: maxMessages ?? Infinity }),
      message(),
    ])
    .use([
      ...(reminder === 'none'
        ? []
        : [reminderLayer(() => (reminder === 'fixed' ? 'Be brief.' : `Turn at ${world.now.toISOString()}.`))]),
      ...(isFlaky ? [flakyLayer(() => world.now.getMinutes())] : []),
    ])
    .framing(framings[vendor])
    .budget({ window, reserve: 100 })

  const build = async (session: readonly Message[], asked: UserMessage | undefined, cut: boolean) => {
    const text = asked && questionOf(asked)
    const request = {
      scope: { tenant: 'acme', kind: world.kind },
      session: [...session],
      now: world.now,
      tools: world.tools,
      cut,
      ...(asked && { message: asked }),
      ...(branch.run && { run: branch.run }),
    }
    const own = builder.parameters({ model: world.model })
    const context = await own.build(request)
    const again = await own.build(
      JSON.parse(JSON.stringify(request), (key, value) => (key === 'now' ? new Date(value as string) : value)),
    )
    const thoughts = check({
      context,
      again,
      before: branch.before,
      memories: world.memories.map(({ text: said }) => said),
      erased: world.erased,
      tools: world.tools.map(({ name }) => name),
      message: text,
    })
    sent++
    // As a process would that ends here and continues elsewhere.
    branch = { ...branch, run: JSON.parse(JSON.stringify(context.run)) as RunState, before: context }
    return thoughts
  }

  let cut = false
  for (const step of steps) {
    world.tick()
    try {
      switch (step.kind) {
        case 'turn': {
          const text = `Question ${world.next()}? ${'word '.repeat(step.words)}`
          const asked: UserMessage = { role: 'user', content: step.image ? [{ type: 'text', text }, pixel] : text }
          let thoughts = await build(branch.session, asked, cut)
          cut = false
          if (step.end === 'unanswered') break
          const add = (...messages: readonly Message[]): void => {
            branch = { ...branch, session: [...branch.session, ...messages] }
          }
          add(asked)
          for (const calls of step.rounds) {
            const ids = Array.from({ length: calls }, () => `call_${world.next()}`)
            const parts = ids.map((toolCallId) => ({
              type: 'tool-call' as const,
              toolCallId,
              toolName: 'look',
              input: { at: toolCallId },
            }))
            const approvals = needsApproval(step.end)
              ? ids.map((id) => ({ type: 'tool-approval-request' as const, approvalId: `ask_${id}`, toolCallId: id }))
              : []
            add({ role: 'assistant', content: [...(thoughts as []), ...parts, ...approvals] })
            if (step.end === 'open-call' || step.end === 'ignored') break
            if (approvals.length > 0) {
              const given = approvals.map(({ approvalId }) => approvalOf(approvalId))
              add({ role: 'tool', content: given })
            }
            add(
              ...ids.map((toolCallId): Message => {
                const output = { type: 'text' as const, value: `Seen ${toolCallId}. ${'word '.repeat(step.words)}` }
                return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'look', output }] }
              }),
            )
            thoughts = await build(branch.session, undefined, false)
          }
          if (step.end === 'answered' || step.end === 'approved') {
            add({
              role: 'assistant',
              content: [...(thoughts as []), { type: 'text', text: `Answer ${world.next()}.` }],
            })
          }
          if (world.next() % 3 === 0) saved.push(branch)
          break
        }
        case 'edit': {
          const at = Math.floor(step.share * branch.session.length)
          branch = {
            ...branch,
            session: [...branch.session.slice(0, at), { role: 'user', content: `Edited ${world.next()}.` }],
          }
          break
        }
        case 'fork': {
          const back = saved[Math.floor(step.share * saved.length)]
          if (back) branch = back
          break
        }
        case 'summary': {
          const end = Math.floor(step.share * branch.session.length)
          if (end < 2 || branch.session[end]?.role !== 'user') break
          const text = summaryMessage({ start: 0, end, text: `Summary ${world.next()}.` })
          branch = { ...branch, session: [text, ...branch.session.slice(end)] }
          break
        }
        case 'cut':
          cut = true
          break
        default:
          world.change(step.kind)
      }
    } catch (error) {
      if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
    }
  }
  return sent
}

const pixel = {
  type: 'image' as const,
  image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  mediaType: 'image/png',
}

function needsApproval(end: End): boolean {
  return end === 'approved' || end === 'ignored'
}

function approvalOf(approvalId: string): ToolPart {
  return { type: 'tool-approval-response', approvalId, approved: true }
}

function questionOf({ content }: UserMessage): string {
  return typeof content === 'string' ? content : content.flatMap((part) => ('text' in part ? part.text : [])).join('')
}

function reminderLayer(text: () => string): Layer {
  return defineLayer('reminder', {
    order: 800,
    placement: 'messages',
    stability: 'session',
    budget: { min: 10, max: 200 },
    load: text,
    compose: (kept) => `Reminder: ${kept.map(({ content }) => content).join('')}`,
  })
}

function flakyLayer(minute: () => number): Layer {
  return defineLayer('flaky', {
    order: 450,
    onError: 'omit',
    load: () => {
      if (minute() % 3 === 0) throw new Error('The feed is away.')
      return 'The feed is here.'
    },
  })
}

/** Everything around the conversation that changes. */
function createWorld([model, otherModel]: readonly [string, string]) {
  let count = 0
  let minute = 0
  let soul = 'You are Kim.'
  const memories = [{ id: 'first', text: 'Fact one is known.' }]
  const erased: string[] = []
  const names = ['tax']
  const world = {
    soul: { read: () => ({ text: soul }) },
    memory: { entries: () => ({ entries: [...memories] }) },
    skills: { skills: () => ({ skills: names.map((name) => ({ name, description: `Does ${name}.` })) }) },
    tools: [{ name: 'look', inputSchema: { type: 'object' } }] as readonly ToolDefinition[],
    model,
    kind: 'private' as 'private' | 'group',
    now: new Date(0),
    memories,
    erased,
    next: () => count++,
    tick: () => {
      minute += 2
      world.now = new Date(minute * 60_000)
    },
    change: (kind: 'remember' | 'forget' | 'rewrite' | 'skill' | 'instructions' | 'tools' | 'model' | 'group') => {
      switch (kind) {
        case 'remember':
          memories.push({ id: `m${count}`, text: `Fact ${count++} </context-update> is known.` })
          break
        case 'forget': {
          const gone = memories.shift()
          if (gone) erased.push(gone.text)
          break
        }
        case 'rewrite': {
          const [first] = memories
          if (first) memories[0] = { ...first, text: `Fact ${count++} is corrected.` }
          break
        }
        case 'skill':
          names.push(`skill-${count++}`)
          break
        case 'instructions':
          soul = `You are Kim ${count++}.`
          break
        case 'tools':
          world.tools =
            world.tools.length > 1 ? world.tools.slice(0, 1) : [...world.tools, { name: 'find', inputSchema: {} }]
          break
        case 'model':
          world.model = world.model === model ? otherModel : model
          break
        case 'group':
          world.kind = world.kind === 'private' ? 'group' : 'private'
          break
        default:
          kind satisfies never
      }
    },
  }
  return world
}
