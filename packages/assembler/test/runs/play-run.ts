import {
  createContext,
  type Framing,
  isLamellaError,
  type Message,
  type ToolDefinition,
  type ToolPart,
  type UserMessage,
} from '@lamella/core'
import { history, message } from '@lamella/layers'
import type { RunContext } from '@lamella/runs'
import type { Cast, Surroundings } from './cast.ts'
import { listDoor, type Request } from './door.ts'
import { judge, type World } from './judge.ts'
import type { Change, End, Setting, Step } from './steps.ts'
import { storedDoor } from './stored-door.ts'
import { vendors } from './vendors.ts'

/** A request as it was built, and what was there at that time. */
export interface Sent {
  readonly context: RunContext
  readonly again: RunContext
  /** The request that it extends in the same branch; `undefined` for the first. */
  readonly before: RunContext | undefined
  readonly world: World
  readonly erased: readonly string[]
  /** The tools that the model should have. */
  readonly tools: readonly ToolDefinition[]
  /** The text of the new message. */
  readonly message: string | undefined
  /** Whether an answer with this reasoning was added to the session. */
  isAdded(thoughts: readonly unknown[]): boolean
}

/**
 * Builds and judges every request of a conversation, as a run. `check` returns the reasoning of an answer.
 *
 * @param framing Default: that of the vendor.
 */
export async function playRun(
  steps: readonly Step[],
  setting: Setting,
  castOf: (around: Surroundings) => Cast,
  check: (sent: Sent) => readonly unknown[],
  framing: Framing = vendors[setting.vendor].framing,
): Promise<void> {
  const { window, maxMessages, vendor, isStored } = setting
  const { models, thinks } = vendors[vendor]
  const added = new Set<readonly unknown[]>()
  const isAdded = (thoughts: readonly unknown[]): boolean => added.has(thoughts)
  let [count, minute, cut] = [0, 0, false]
  let model: string = models[0]
  let reasoningEffort = 'low'
  let tools: readonly ToolDefinition[] = [{ name: 'look', inputSchema: { type: 'object' } }]
  const saved: (() => Promise<void>)[] = []
  const next = (): number => count++
  const now = (): Date => new Date(minute * 60_000)
  const cast = castOf({ ...setting, now, next })
  const door = isStored ? storedDoor(next) : listDoor()

  const build = async (asked: UserMessage | undefined) => {
    const builder = createContext()
      .use([...cast.layers(), history({ maxMessages: maxMessages ?? Infinity }), message()])
      .framing(framing)
      .budget({ window, reserve: 100 })
      .parameters({
        model,
        ...(thinks === 'openai-responses' && { providerOptions: { openai: { reasoningEffort } } }),
      })
    const fields = (): object => ({ now: now(), tools, ...cast.request(asked !== undefined) })
    const request: Request = { builder, scope: cast.scope(), message: asked, cut, fields }
    const { before } = door
    const context = await door.ask(request)
    const world = cast.present(asked !== undefined)
    const judged = judge(context, before, world, asked !== undefined)
    const erased = [...cast.erased()]
    // A store repeats what it has sent, whatever has changed since.
    if (isStored) minute += 1
    const again = await door.askAgain(request)
    const text = asked && questionOf(asked)
    const thoughts = check({ context, again, before: before?.context, world, erased, tools, message: text, isAdded })
    door.judged({ context, judged })
    cut = false
    return thoughts
  }
  const change = (kind: Change): void => {
    if (kind === 'cut') cut = true
    else if (kind === 'model') model = model === models[0] ? models[1] : models[0]
    else if (kind === 'effort') reasoningEffort = reasoningEffort === 'low' ? 'high' : 'low'
    else if (kind === 'tools') tools = otherTools(tools, next())
    else cast.change(kind)
  }

  for (const step of steps) {
    minute += 2
    try {
      switch (step.kind) {
        case 'turn': {
          const text = `Question ${next()}? ${'word '.repeat(step.words)}`
          const asked: UserMessage = { role: 'user', content: step.image ? [{ type: 'text', text }, pixel] : text }
          let thoughts = await build(asked)
          if (step.end === 'unanswered') break
          let open: UserMessage | undefined = asked
          const add = async (...messages: readonly Message[]): Promise<void> => {
            await door.add(open, ...messages)
            if (messages.some(({ role }) => role === 'assistant')) added.add(thoughts)
            open = undefined
          }
          for (const { calls, changes } of step.rounds) {
            const ids = Array.from({ length: calls }, () => `call_${next()}`)
            const toolName = tools.at(-1)?.name ?? ''
            const called = callsOf(ids, thoughts, step.end, toolName)
            if (step.end === 'open-call' || step.end === 'ignored') {
              await add(called)
              break
            }
            const approved: readonly Message[] =
              step.end === 'approved' ? [{ role: 'tool', content: ids.map(approvalOf) }] : []
            await add(called, ...approved, ...ids.map((id) => resultOf(id, step.words, toolName)))
            for (const one of changes) {
              minute += 1
              if (one === 'edit') door.edit((session) => withOtherAnswer(session, `Edited ${next()}.`))
              else change(one)
            }
            thoughts = await build(undefined)
          }
          if (step.end === 'continued') {
            await add({ role: 'assistant', content: [...(thoughts as []), { type: 'text', text: `Part ${next()}.` }] })
            thoughts = await build(undefined)
          }
          if (step.end === 'answered' || step.end === 'approved' || step.end === 'continued') {
            await add({
              role: 'assistant',
              content: [...(thoughts as []), { type: 'text', text: `Answer ${next()}.` }],
            })
          } else if (open) await add()
          if (next() % 3 === 0) saved.push(door.save())
          break
        }
        case 'edit': {
          const edited: Message = { role: 'user', content: `Edited ${next()}.` }
          door.edit((session) => [...session.slice(0, Math.floor(step.share * session.length)), edited])
          break
        }
        case 'fork':
          await saved[Math.floor(step.share * saved.length)]?.()
          break
        case 'summary':
          await door.summarize(step.share, `Summary ${next()}.`)
          break
        default:
          change(step.kind)
      }
    } catch (error) {
      if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
    }
  }
}

/** Adds, removes or changes a tool; one always stays. */
function otherTools(tools: readonly ToolDefinition[], number: number): readonly ToolDefinition[] {
  const [look, ...others] = tools
  if (look === undefined) return tools
  if (number % 4 === 0) return [{ ...look, description: `Looks ${number}.` }, ...others]
  if (others.length > 0 && number % 4 === 1)
    return [look, { name: 'find', description: `Finds ${number}.`, inputSchema: {} }]
  return others.length > 0 ? [look] : [look, { name: 'find', inputSchema: {} }]
}

/** Changes the first answer, as who edits a transcript. */
function withOtherAnswer(session: readonly Message[], text: string): readonly Message[] {
  const at = session.findIndex(({ role, content }) => role === 'assistant' && !hasCalls(content))
  return session.map((message, index) => (index === at ? { role: 'assistant', content: text } : message))
}

const pixel = {
  type: 'image' as const,
  image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  mediaType: 'image/png',
}

function callsOf(ids: readonly string[], thoughts: readonly unknown[], end: End, toolName: string): Message {
  const parts = ids.map((toolCallId) => {
    return { type: 'tool-call' as const, toolCallId, toolName, input: { at: toolCallId } }
  })
  const needsApproval = end === 'approved' || end === 'ignored'
  const approvals = ids.map((toolCallId) => {
    return { type: 'tool-approval-request' as const, approvalId: `ask_${toolCallId}`, toolCallId }
  })
  return { role: 'assistant', content: [...(thoughts as []), ...parts, ...(needsApproval ? approvals : [])] }
}

function resultOf(toolCallId: string, words: number, toolName: string): Message {
  const output = { type: 'text' as const, value: `Seen ${toolCallId}. ${'word '.repeat(words)}` }
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
}

function approvalOf(toolCallId: string): ToolPart {
  return { type: 'tool-approval-response', approvalId: `ask_${toolCallId}`, approved: true }
}

function hasCalls(content: Message['content']): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool-call')
}

function questionOf({ content }: UserMessage): string {
  return typeof content === 'string' ? content : content.flatMap((part) => ('text' in part ? part.text : [])).join('')
}
