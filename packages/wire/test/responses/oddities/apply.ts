import type { Emitted, Random } from '../emit/emitter.ts'
import { anthropic } from './anthropic.ts'
import { converse } from './bedrock-converse.ts'
import { gemini } from './gemini.ts'
import type { Oddity } from './oddity.ts'
import { chat } from './openai-chat.ts'
import { responses } from './openai-responses.ts'

const oddities: Readonly<Record<string, readonly Oddity[]>> = {
  'OpenAI Chat': chat,
  'OpenAI Responses': responses,
  Anthropic: anthropic,
  Gemini: gemini,
  'Bedrock Converse': converse,
}

/** Applies one to three oddities that leave something to read by. Returns their names. */
export function applyOddities(
  format: string,
  events: readonly Emitted[],
  random: Random,
): { readonly events: Emitted[]; readonly names: readonly string[] } {
  const all = oddities[format] as readonly Oddity[]
  const taken = new Set<string>()
  const names: string[] = []
  let changed = structuredClone([...events])
  for (let left = 1 + random(3); left > 0; left--) {
    const oddity = all[random(all.length)] as Oddity
    const { name, needs = [], apply } = oddity
    if (names.includes(name) || needs.some((one) => taken.has(one))) continue
    for (const need of needs) taken.add(need)
    changed = apply(changed, random) ?? changed
    names.push(name)
  }
  return { events: changed, names }
}
