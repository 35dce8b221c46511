import type { Feature } from './contract/model.ts'

/** A version from which on the models of a family have features. */
interface Floor {
  readonly features: readonly Feature[]
  /** As major * 100 + minor, by family. */
  readonly from: Readonly<Record<string, number>>
  readonly others: number
}

/**
 * Features that no catalogue lists, with the version since which models of a family have them: later ones do, too.
 *
 * Source: Anthropic, "Preserved thinking" (Fable and Mythos 5.1, Opus, Sonnet and Haiku 5.5, and later ones);
 * "Mid-conversation system messages" (Fable and Mythos 5, Opus 4.8, Sonnet and Haiku 5.5; not Sonnet 5), and its section
 * "Mid-conversation tool changes" ("in beta on the same models"). Read on 2026-11-23.
 */
const floors: readonly Floor[] = [
  { features: ['preserved-thinking'], from: { fable: 501, mythos: 501 }, others: 505 },
  {
    features: ['mid-conversation-system', 'mid-conversation-tools'],
    from: { fable: 500, mythos: 500, opus: 408 },
    others: 505,
  },
]

const claude = /claude-(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/

/**
 * OpenAI's models take system messages anywhere, except the first two with reasoning. Source: microsoft/agent-framework#1077,
 * each chat model tried. Read on 2026-11-23.
 */
const openai = /^(?:gpt-\d+(?:\.\d+)?o?(?=[-:]|$)|chatgpt-\d|o\d+(?=[-:]|$))/
const first = /^o1-(?:mini|preview)/

/**
 * The version since which OpenAI's models bind reasoning to its prefix, as major * 100 + minor. Source: OpenAI, "Using
 * GPT-6.2", read on 2026-11-27: what comes after an edit is removed from the request.
 */
const openaiBinds = 602
const gpt = /^gpt-(\d{1,2})(?:\.(\d{1,2}))?(?![\d.])/

/** Returns the features of a model that follow from its name. */
export function featuresByName(name: string): readonly Feature[] {
  const id = name.toLowerCase().replace(/^openai\//, '')
  if (openai.test(id) && !first.test(id)) {
    const [, generation, minor = '0'] = gpt.exec(id) ?? []
    const binds = Number(generation) * 100 + Number(minor) >= openaiBinds
    return binds ? ['preserved-thinking', 'mid-conversation-system'] : ['mid-conversation-system']
  }
  const [, family = '', major, minor = '0'] = claude.exec(id) ?? []
  if (major === undefined) return []
  const version = Number(major) * 100 + Number(minor)
  return floors.flatMap(({ features, from, others }) => (version >= (from[family] ?? others) ? features : []))
}
