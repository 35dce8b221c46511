import type { AssembledContext } from '@lamella/assembler'
import { isLamellaError } from '@lamella/core'
import { nativeSummaryOf, summaryRange } from '@lamella/core/plugin'
import { overlayOf } from '@lamella/store'
import type { createSessionStore } from '@lamella/store/memory'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { validate } from '@lamella/wire/validate'
import { expect } from 'vitest'
import { cause, scope } from '../../../compaction/test/session/support.ts'

/** Checks that a request is valid, and that it shows every summary of the session, or those that its epoch began with. */
export async function expectShown(
  store: ReturnType<typeof createSessionStore>,
  mode: 'asked' | 'background',
  sent: Set<string>,
  assemble: () => Promise<AssembledContext>,
): Promise<string> {
  const summaries = async (): Promise<readonly string[]> => {
    const { length = 0 } = (await store.info(scope, 's')) ?? {}
    const all = await store.compactions.list(scope, 's')
    return all.map((_, index) => shownWith(length, all.slice(0, index + 1))).concat(shownWith(length, []))
  }
  // A compaction in the background may be saved meanwhile.
  const before = await summaries()
  let context: AssembledContext
  try {
    context = await assemble()
  } catch (error) {
    if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
    return 'overflow'
  }
  const possible = [...before, ...(await summaries())]
  const newest = [before.at(-2) ?? before.at(-1), ...(await summaries()).slice(-2, -1)]
  const shown = JSON.stringify(context.messages.filter((message) => summaryRange(message)))
  const isNewest = newest.includes(shown)
  const { run } = context.report
  // A repeated request reports the cut of its first time, and shows what it showed then.
  const request = JSON.stringify(context.messages)
  const isCut = run?.cut !== undefined && !sent.has(request)
  sent.add(request)
  if (mode === 'asked' || run === undefined || isCut) expect([shown, isNewest]).toEqual([shown, true])
  expect(possible).toContain(shown)
  expect(JSON.stringify(context)).not.toContain(cause.message)
  if (context.messages.length === 0) return 'empty'
  // Only its provider can read such a summary: it is an error, and not lost.
  const opaque = context.messages.some((message) => nativeSummaryOf(message)?.opaque)
  if (opaque) {
    expect(() => toAnthropic(context, { model: 'claude-sonnet-4-5' })).toThrow(/openai-responses/)
    return 'opaque'
  }
  const requests = {
    anthropic: toAnthropic(context, { model: 'claude-sonnet-4-5', maxOutputTokens: 100 }),
    'openai-chat': toOpenAIChat(context, { model: 'gpt-4o' }),
  } as const
  for (const [format, request] of Object.entries(requests)) {
    const broken = validate(format as keyof typeof requests, request).filter(({ level }) => level === 'error')
    expect(broken).toEqual([])
  }
  return !isNewest ? 'held' : shown === '[]' ? 'none' : 'shown'
}

function shownWith(length: number, compactions: Parameters<typeof overlayOf>[1]): string {
  return JSON.stringify(overlayOf(length, compactions).stretches.flatMap(({ summary }) => summary ?? []))
}
