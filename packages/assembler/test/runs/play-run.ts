import {
  type BuiltContext,
  createContext,
  isLamellaError,
  type Message,
  type RunState,
  type ToolDefinition,
  type ToolPart,
  type UserMessage,
} from '@lamella/core'
import { summaryMessage } from '@lamella/core/store'
import { history, message } from '@lamella/layers'
import type { Cast, Surroundings } from './cast.ts'
import { type Judged, judge } from './judge.ts'
import type { Change, End, Setting, Step } from './steps.ts'

/** A request as it was built, and what was there at that time. */
export interface Sent {
  readonly context: BuiltContext
  readonly again: BuiltContext
  /** The request before it in the same branch; `undefined` for the first. */
  readonly before: BuiltContext | undefined
  readonly erased: readonly string[]
  /** The text of the new message. */
  readonly message: string | undefined
}

interface Before {
  readonly context: BuiltContext
  readonly judged: Judged
}

interface Branch {
  readonly session: readonly Message[]
  readonly run: RunState | undefined
  readonly before: Before | undefined
}

/** Builds and judges every request of a conversation, as a run. `check` returns the reasoning of an answer. */
export async function playRun(
  steps: readonly Step[],
  setting: Setting,
  castOf: (around: Surroundings) => Cast,
  check: (sent: Sent) => readonly unknown[],
): Promise<void> {
  const { window, maxMessages } = setting
  let [count, minute, cut, model] = [0, 0, false, 'claude-opus-5-5']
  let tools: readonly ToolDefinition[] = [{ name: 'look', inputSchema: { type: 'object' } }]
  let branch: Branch = { session: [], run: undefined, before: undefined }
  const saved: Branch[] = []
  const next = (): number => count++
  const now = (): Date => new Date(minute * 60_000)
  const cast = castOf({ ...setting, now, next })

  const build = async (asked: UserMessage | undefined) => {
    const request = {
      scope: cast.scope(),
      session: [...branch.session],
      now: now(),
      tools,
      cut,
      ...cast.request(asked !== undefined),
      ...(asked && { message: asked }),
      ...(branch.run && { run: branch.run }),
    }
    const own = createContext()
      .use([...cast.layers(), history({ maxMessages: maxMessages ?? Infinity }), message()])
      .budget({ window, reserve: 100 })
      .parameters({ model })
    const context = await own.build(request)
    const again = await own.build(
      JSON.parse(JSON.stringify(request), (key, value) => (key === 'now' ? new Date(value as string) : value)),
    )
    const judged = judge(context, branch.before, cast.present(asked !== undefined), asked !== undefined)
    const { before } = branch
    const text = asked && questionOf(asked)
    const thoughts = check({ context, again, before: before?.context, erased: cast.erased(), message: text })
    // As a process would that ends here and continues elsewhere.
    branch = { ...branch, run: JSON.parse(JSON.stringify(context.run)) as RunState, before: { context, judged } }
    cut = false
    return thoughts
  }
  const add = (...messages: readonly Message[]): void => {
    branch = { ...branch, session: [...branch.session, ...messages] }
  }
  const change = (kind: Change): void => {
    if (kind === 'cut') cut = true
    else if (kind === 'model') model = model === 'claude-opus-5-5' ? 'claude-sonnet-5-5' : 'claude-opus-5-5'
    else if (kind === 'tools')
      tools = tools.length > 1 ? tools.slice(0, 1) : [...tools, { name: 'find', inputSchema: {} }]
    else cast.change(kind)
  }
  /** Changes an earlier answer, as who edits a transcript. */
  const editAnswer = (): void => {
    const at = branch.session.findIndex(({ role, content }) => role === 'assistant' && !hasCalls(content))
    if (at < 0) return
    const edited: Message = { role: 'assistant', content: `Edited ${next()}.` }
    branch = { ...branch, session: branch.session.map((message, index) => (index === at ? edited : message)) }
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
          add(asked)
          for (const { calls, changes } of step.rounds) {
            const ids = Array.from({ length: calls }, () => `call_${next()}`)
            add(callsOf(ids, thoughts, step.end))
            if (step.end === 'open-call' || step.end === 'ignored') break
            if (step.end === 'approved') add({ role: 'tool', content: ids.map(approvalOf) })
            add(...ids.map((id) => resultOf(id, step.words)))
            for (const one of changes) {
              minute += 1
              if (one === 'edit') editAnswer()
              else change(one)
            }
            thoughts = await build(undefined)
          }
          if (step.end === 'continued') {
            add({ role: 'assistant', content: [...(thoughts as []), { type: 'text', text: `Part ${next()}.` }] })
            thoughts = await build(undefined)
          }
          if (step.end === 'answered' || step.end === 'approved' || step.end === 'continued') {
            add({ role: 'assistant', content: [...(thoughts as []), { type: 'text', text: `Answer ${next()}.` }] })
          }
          if (next() % 3 === 0) saved.push(branch)
          break
        }
        case 'edit': {
          const at = Math.floor(step.share * branch.session.length)
          const edited: Message = { role: 'user', content: `Edited ${next()}.` }
          branch = { ...branch, session: [...branch.session.slice(0, at), edited] }
          break
        }
        case 'fork':
          branch = saved[Math.floor(step.share * saved.length)] ?? branch
          break
        case 'summary': {
          const end = Math.floor(step.share * branch.session.length)
          if (end < 2 || branch.session[end]?.role !== 'user') break
          const text = summaryMessage({ start: 0, end, text: `Summary ${next()}.` })
          branch = { ...branch, session: [text, ...branch.session.slice(end)] }
          break
        }
        default:
          change(step.kind)
      }
    } catch (error) {
      if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
    }
  }
}

const pixel = {
  type: 'image' as const,
  image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  mediaType: 'image/png',
}

function callsOf(ids: readonly string[], thoughts: readonly unknown[], end: End): Message {
  const parts = ids.map((toolCallId) => {
    return { type: 'tool-call' as const, toolCallId, toolName: 'look', input: { at: toolCallId } }
  })
  const needsApproval = end === 'approved' || end === 'ignored'
  const approvals = ids.map((toolCallId) => {
    return { type: 'tool-approval-request' as const, approvalId: `ask_${toolCallId}`, toolCallId }
  })
  return { role: 'assistant', content: [...(thoughts as []), ...parts, ...(needsApproval ? approvals : [])] }
}

function resultOf(toolCallId: string, words: number): Message {
  const output = { type: 'text' as const, value: `Seen ${toolCallId}. ${'word '.repeat(words)}` }
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'look', output }] }
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
