import type { Model } from '@lamella/models'
import type { ThinkingLevel } from '../contract/parameters.ts'
import { thinkingLevels } from './check-layer.ts'

/** Levels of otherwise unknown models: every model that accepts a level has these. */
const common: readonly ThinkingLevel[] = ['low', 'medium', 'high']

/**
 * The first entry that matches a model's name is used.
 *
 * Sources: OpenAI, API reference, `reasoning.effort` ("All models before gpt-5.1 do not support none"; gpt-5-pro: high only),
 * and its errors ("'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low', 'medium', and
 * 'high'"; the same for 5.6 in pydantic/pydantic-ai#7081; GPT-6 Astra: BerriAI/litellm-docs#1173). Gemini API, "Thinking",
 * "Thinking levels" (Gemini 3 Pro: low and high; minimal for Flash up to 3.5 and Flash-Lite).
 */
const named: readonly (readonly [name: RegExp, levels: readonly ThinkingLevel[]])[] = [
  [/^gpt-5-pro/, ['high']],
  [/^gpt-[5-9].*-pro/, ['medium', 'high']],
  [/^gpt-.*-(?:codex|astra)/, common],
  [/^gpt-5(?:-mini|-nano)?(?:-\d{4}-|$)/, ['minimal', ...common]],
  [/^gpt-(?:5\.[1-9]|[6-9])/, ['none', ...common]],
  [/^gemini-3-pro/, ['low', 'high']],
  [/^gemini-3(?:\.[15])?-flash/, ['minimal', ...common]],
  // Claude Fable and Mythos do not answer without thinking: ex-machina-co/opencode-anthropic-auth#159.
  [/^claude-(?:fable|mythos)/, common],
  [/^claude-/, ['none', ...common]],
]

/** Returns the levels that a model with adaptive thinking or an effort has, ascending. */
export function levelsOf({ id }: Pick<Model, 'id'>): readonly ThinkingLevel[] {
  const name = id.toLowerCase()
  return named.find(([pattern]) => pattern.test(name))?.[1] ?? common
}

/** Returns the model's level for the requested one: the next higher, so that no thinking is lost, or the highest. */
export function nearestLevel(level: ThinkingLevel, known: readonly ThinkingLevel[]): ThinkingLevel {
  const asked = thinkingLevels.indexOf(level)
  return known.find((one) => thinkingLevels.indexOf(one) >= asked) ?? known.at(-1) ?? level
}
