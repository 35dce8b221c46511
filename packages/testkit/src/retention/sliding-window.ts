import type { Message } from '@lamella/core'
import type { RetentionStrategy, RetentionTask } from './contract.ts'

/**
 * The strategy to beat: the newest messages that fit, without a result whose call is gone at the beginning, and the memory in the
 * system prompt. The newest message always stays.
 *
 * @example
 * const outcomes = await measureRetention(slidingWindow, conversations, { window: 8_000, counter, summarize })
 */
export const slidingWindow: RetentionStrategy = (task) => {
  const system = [{ role: 'system' as const, content: promptOf(task) }]
  return async (messages) => ({ system, messages: newestThatFit(messages, task), tools: task.tools })
}

/** Returns the system prompt with the memory in it, for strategies that have no memory of their own. */
export function promptOf({ system, memory }: Pick<RetentionTask, 'system' | 'memory'>): string {
  const notes = memory.map(({ text }) => `- ${text}`)
  return [system, ...(notes.length > 0 ? ['Remembered from earlier conversations:', ...notes] : [])].join('\n')
}

/** Returns the tokens that a window leaves for messages beside the system prompt with the memory, the tools and the reserve. */
export function roomFor(task: RetentionTask): number {
  const { window, reserve, counter, tools } = task
  const { framing } = counter
  return window - reserve - framing.request - counter.tools(tools) - counter.text(promptOf(task)) - framing.message
}

/** Returns the newest messages that fit beside the system prompt. */
export function newestThatFit(messages: readonly Message[], task: RetentionTask): readonly Message[] {
  let start = messages.length
  let left = roomFor(task)
  while (start > 0) {
    left -= task.counter.message(messages[start - 1] as Message)
    if (left < 0 && start < messages.length) break
    start--
  }
  while (start < messages.length - 1 && messages[start]?.role === 'tool') start++
  return messages.slice(start)
}
