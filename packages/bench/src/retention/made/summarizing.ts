import { extractSummary } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import { tellsFact } from '@lamella/testkit/retention'
import { percent } from '../../prefix/percent.ts'
import type { Section } from '../../section.ts'
import { plainText, readAskedAbout, sentencesAskedAbout } from '../gold.ts'
import { madeConversation, wordings } from './conversation.ts'

/** How many conversations of each kind are made, of how many tokens; and what a summary may take. */
const [seeds, length] = [3, 40_000]
const budgets = [2_000, 4_000] as const

/** Measures what a summary without a model keeps: facts of made conversations, and sentences that somebody asks about. */
export async function summarizing(): Promise<Section> {
  const rows = budgets.map((maxTokens) => {
    const summarize = (messages: readonly Message[]): string => extractSummary(messages, { maxTokens }).text
    return [maxTokens.toLocaleString('en-US'), ...madeCells(summarize), ...goldCells(summarize)]
  })
  return {
    title: 'A summary without a model',
    about: `Of ${seeds} conversations of each kind, of ${length.toLocaleString('en-US')} tokens: the share of their facts in the summary.`,
    table: [
      ['tokens', ...wordings.map(({ name }) => name), 'replaced alone', 'beam-100k, users', 'locomo, users'],
      ...rows,
    ],
    claims: [],
  }
}

function madeCells(summarize: (messages: readonly Message[]) => string): readonly string[] {
  let [alone, decisions] = [0, 0]
  const shares = wordings.map((wording) => {
    let [kept, all] = [0, 0]
    for (let seed = 1; seed <= seeds; seed++) {
      const { messages, facts } = madeConversation(wording, seed, length)
      const texts = [summarize(messages)]
      for (const fact of facts) {
        const isKept = tellsFact(texts, fact)
        all++
        if (isKept) kept++
        if (fact.replaces) decisions++
        if (fact.replaces && !isKept && tellsFact(texts, fact.replaces)) alone++
      }
    }
    return percent(kept / all)
  })
  return [...shares, `${alone} of ${decisions}`]
}

function goldCells(summarize: (messages: readonly Message[]) => string): readonly string[] {
  return ['beam-100k', 'locomo'].map((set) => {
    let [kept, all] = [0, 0]
    for (const { messages, gold } of readAskedAbout(set)) {
      const text = plainText(summarize(messages))
      for (const message of gold) {
        if (message.role !== 'user') continue
        for (const sentence of sentencesAskedAbout(messageText(message))) {
          all++
          if (text.includes(sentence)) kept++
        }
      }
    }
    return all === 0 ? '-' : percent(kept / all)
  })
}
