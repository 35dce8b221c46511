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
): { readonly events: Emitted[]; readonly names: readonly string[]; readonly tells: readonly string[] } {
  const all = oddities[format] as readonly Oddity[]
  const taken = new Set<string>()
  const found: Oddity[] = []
  for (let left = 1 + random(3); left > 0; left--) {
    const oddity = all[random(all.length)] as Oddity
    const { needs = [] } = oddity
    if (found.includes(oddity) || needs.some((one) => taken.has(one))) continue
    for (const need of needs) taken.add(need)
    found.push(oddity)
  }
  found.sort((a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false))
  let changed = structuredClone([...events])
  for (const { apply } of found) changed = apply(changed, random) ?? changed
  return { events: changed, names: found.map(({ name }) => name), tells: found.flatMap(({ tells = [] }) => tells) }
}
