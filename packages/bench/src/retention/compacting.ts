import { createContextAssembler } from '@lamella/assembler'
import { batchByTurn, compressMessages, type Summarize } from '@lamella/compaction'
import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import { memory } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import type { RetentionStrategy, RetentionTask } from '@lamella/testkit/retention'
import { unlessTooLarge } from '../prefix/requests.ts'
import { classic, scope, session } from './lamella.ts'
import { summaryTokens } from './summaries.ts'

/** The summarizer of a task as a function of Lamella: it gets the messages, and the summary before them. */
function summarizeWith(task: RetentionTask): Summarize {
  return ({ messages, previous, maxOutputTokens }) =>
    task.summarize(
      [...(previous === undefined ? [] : [previous]), ...messages.map(messageText)],
      Math.min(maxOutputTokens, summaryTokens(task)),
    )
}

/** The assembler with its own compaction: a summary is written before a cut becomes necessary. */
export const compacting: RetentionStrategy = (task) => {
  const { counter, window, reserve, tools } = task
  const sessionStore = createSessionStore()
  const source = { entries: () => ({ entries: task.memory }) }
  const assembler = createContextAssembler(
    {
      sessionStore,
      scope,
      toolExecutor: { list: () => tools },
      layers: [memory({ source })],
      summarize: summarizeWith(task),
    },
    {
      model: 'gpt-4o',
      tokenizer: counter.tokenizer,
      framing: counter.framing,
      sections: [{ name: 'prompt', content: task.system, order: 0 }],
    },
  )
  let stored = 0
  const now = new Date(Date.UTC(2026, 2, 10))
  return async (messages) => {
    await sessionStore.append(scope, session, messages.slice(stored))
    stored = messages.length
    const options = { now, window, reserve }
    const check = await assembler.checkCompaction(session, options)
    if (check.needed) await assembler.compact(session, { now, window })
    return unlessTooLarge(() => assembler.assemble(session, undefined, options))
  }
}

/** Whole turns are compressed as soon as the messages take four fifths of their room; each request is made on its own. */
export const byBatches: RetentionStrategy = (task) => {
  const { counter, window, reserve, tools } = task
  const make = classic(task)
  const { framing } = counter
  const room = window - reserve - framing.request - counter.tools(tools) - counter.text(task.system)
  const strategy = {
    type: 'recursiveSummarization',
    chunkSize: 20,
    keepRecent: 10,
    summarize: summarizeWith(task),
  } as const
  let shown: readonly Message[] = []
  let stored = 0
  return async (messages) => {
    const seen = [...shown, ...messages.slice(stored)]
    stored = messages.length
    const compressed = await compressMessages(batchByTurn(seen), strategy, {
      limits: { tokens: Math.floor(0.8 * room) },
      tokenizer: counter.tokenizer,
      framing,
    })
    shown = compressed.messages
    return make(shown)
  }
}
