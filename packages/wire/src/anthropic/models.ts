/** An Anthropic model by its family and version, such as 4.5. */
interface ClaudeModel {
  readonly family: string
  readonly major: number
  readonly minor: number
}

const named = /claude-(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/
const numbered = /claude-(\d)(?:-(\d))?-(opus|sonnet|haiku)/

/**
 * Parses a name such as `claude-opus-4-5-20251101`, `claude-3-5-haiku-latest`, `anthropic/claude-sonnet-4.5`
 * (OpenRouter) or `us.anthropic.claude-haiku-4-5-20251001-v1:0` (Bedrock). Returns `undefined` for other models, and
 * for names without a recognizable version.
 */
function claudeOf(model: string | undefined): ClaudeModel | undefined {
  if (model === undefined) return undefined
  const name = model.toLowerCase().replaceAll('.', '-')
  // It was released between generations 4 and 5.
  if (name.includes('claude-mythos-preview')) return { family: 'mythos', major: 4, minor: 99 }
  const [, family, major, minor = '0'] = named.exec(name) ?? []
  if (family !== undefined) return { family, major: Number(major), minor: Number(minor) }
  const [, oldMajor, oldMinor = '0', oldFamily] = numbered.exec(name) ?? []
  if (oldFamily === undefined) return undefined
  return { family: oldFamily, major: Number(oldMajor), minor: Number(oldMinor) }
}

/** Whether a model is of a version or later; and of one of the families, if any are given. */
function isSince(model: string | undefined, major: number, minor: number, ...families: readonly string[]): boolean {
  const claude = claudeOf(model)
  if (claude === undefined || (families.length > 0 && !families.includes(claude.family))) return false
  return claude.major > major || (claude.major === major && claude.minor >= minor)
}

/** The highest of all minimum lengths, in tokens, used for unknown models. */
const longestMinimum = 4_096

/** Minimum lengths that differ from those of their generation. */
const minimumLengths: ReadonlyMap<string, number> = new Map([
  ['opus 4.5', longestMinimum],
  ['opus 4.6', longestMinimum],
  ['haiku 4.5', longestMinimum],
  ['opus 4.7', 2_048],
  ['mythos 4.99', 2_048],
  ['haiku 3.5', 2_048],
  ['haiku 3.0', 2_048],
  ['sonnet 5.0', 1_024],
])

/**
 * Returns the minimum number of tokens before a cache mark for which the API caches them. With fewer it silently
 * caches nothing.
 *
 * Source: Anthropic, "Prompt caching", "Minimum cacheable prompt length", as read in October 2026: 512 for Fable, Mythos,
 * Opus and Haiku 5 and later and for Sonnet 5.5; 1,024 for Opus 4.8, Sonnet 5 and older models of both families; 2,048 for
 * Mythos Preview, Opus 4.7, Haiku 3.5 and 3; 4,096 for Opus 4.5 and 4.6 and Haiku 4.5.
 */
export function minimumCacheLength(model: string | undefined): number {
  const claude = claudeOf(model)
  if (claude === undefined) return longestMinimum
  const { family, major, minor } = claude
  return minimumLengths.get(`${family} ${major}.${minor}`) ?? (major >= 5 ? 512 : 1_024)
}

/**
 * Whether the model may see images at the higher of two resolutions, as all do since Claude 4.7. True for unknown
 * models, since it costs more.
 *
 * Source: Anthropic, "Vision", "Resolution and token cost", as read in July 2026.
 */
export function seesHighResolution(model: string | undefined): boolean {
  return !isClaude(model) || isSince(model, 4, 7)
}

/**
 * Whether the model is known to reject a final assistant message.
 *
 * Source: Anthropic, "Errors", "Prefill not supported" (Mythos Preview, Opus 4.6 and 4.7, Sonnet 4.6); anthropics/skills,
 * model-migration.md (the models after them).
 */
export function refusesPrefill(model: string | undefined): boolean {
  return isSince(model, 4, 6)
}

/**
 * Whether the model is known to reject any temperature other than 1, and any `top_p` and `top_k`.
 *
 * Source: Anthropic, "Thinking", "Sampling parameters" (Fable, Mythos, Opus 4.7 and later, Sonnet 5).
 */
export function refusesSampling(model: string | undefined): boolean {
  return isSince(model, 5, 0) || isSince(model, 4, 7, 'opus', 'mythos')
}

/**
 * Whether the model is known to reject manual thinking, with a budget.
 *
 * Source: Anthropic, "Thinking" and "Migration guide" (Opus 4.7 and later, Sonnet 5, Fable 5, Mythos 5; Mythos Preview
 * still supports it).
 */
export function refusesBudgets(model: string | undefined): boolean {
  return isSince(model, 5, 0) || isSince(model, 4, 7, 'opus')
}

/**
 * Whether the model, which thinks by default, is known to reject turning thinking off.
 *
 * Source: ex-machina-co/opencode-anthropic-auth#159 ('"thinking.type.disabled" is not supported for this model', Fable 5 and
 * Mythos 5); Anthropic, "Thinking" (Opus 5 and later at an effort of xhigh or max).
 */
export function refusesThinkingOff(model: string | undefined, effort: unknown): boolean {
  if (isSince(model, 0, 0, 'fable', 'mythos')) return true
  return isSince(model, 5, 0, 'opus') && (effort === 'xhigh' || effort === 'max')
}

/**
 * Whether the model is known to reject the effort `xhigh`, introduced with Opus 4.7.
 *
 * Source: a recorded 400 of Opus 4.6 ("This model does not support effort level 'xhigh'"); OpenRouter, "Claude 4.7 migration
 * guide".
 */
export function refusesXhigh(model: string | undefined): boolean {
  return isClaude(model) && !isSince(model, 4, 7)
}

/**
 * Whether the model is known to reject a tool choice that forces a call.
 *
 * Source: Anthropic, "Thinking", "Response prefill and forced tool use" (Fable 5.1, Mythos 5.1), and "What's new" in Opus
 * 5.5 and Sonnet 5.5.
 */
export function refusesForcedTools(model: string | undefined): boolean {
  return isSince(model, 5, 5) || isSince(model, 5, 1, 'fable', 'mythos')
}

/** Whether the name is an Anthropic model with a recognizable version. */
export function isClaude(model: string | undefined): boolean {
  return claudeOf(model) !== undefined
}

/**
 * Whether the model is known to support system messages in the middle of a conversation.
 *
 * Source: Anthropic, "Mid-conversation system messages", as read in November 2026 (Fable 5, Mythos 5, Opus 4.8 and later,
 * Sonnet 5.5 and Haiku 5.5; not Sonnet 5: "role 'system' is not supported on this model"); recorded requests of Opus 4.8 and
 * Fable 5.
 */
export function takesSystemRole(model: string | undefined): boolean {
  return isSince(model, 5, 5) || isSince(model, 4, 8, 'opus') || isSince(model, 5, 0, 'fable', 'mythos')
}

/**
 * Whether the model is known to check that everything before a thinking block is what it was when the block was made, and
 * to reject the request, or drop the thinking, if it is not.
 *
 * Source: Anthropic, "Preserved thinking" and "Prefix checks on thinking blocks", as read in November 2026 (Fable and Mythos
 * 5.1, Opus, Sonnet and Haiku 5.5, and later ones).
 */
export function bindsThinking(model: string | undefined): boolean {
  return isSince(model, 5, 5) || isSince(model, 5, 1, 'fable', 'mythos')
}

/**
 * Whether the model is known to accept a summary as the API wrote it; `signed`: one written on demand, which Amazon Bedrock
 * does not have.
 *
 * Source: Anthropic, "Compaction on demand", "Compatibility", as read on 2026-11-23 (Fable, Mythos, Opus and Sonnet since 4.6;
 * no Haiku). "Compaction at a token threshold" does not differ in the models that other documents name.
 */
export function takesCompaction(model: string | undefined, { signed }: { readonly signed: boolean }): boolean {
  return isSince(model, 4, 6) && !isSince(model, 4, 6, 'haiku') && !(signed && isOnBedrock(model))
}

/**
 * Whether the model may reject `temperature` with `top_p`, as all Anthropic models do since Opus 4.1. Other vendors'
 * models may need both.
 *
 * Source: cloud-apim/otoroshi-llm-extension#140, BerriAI/litellm#15097.
 */
export function refusesBothSamplings(model: string | undefined): boolean {
  return model === undefined || model.toLowerCase().includes('claude')
}

/** Whether the model is known to reject `temperature` together with `top_p`. Sources: those of `refusesBothSamplings`. */
export function isKnownToRefuseBothSamplings(model: string | undefined): boolean {
  return isSince(model, 4, 1)
}

/**
 * Whether the name is that of a model on Amazon Bedrock, such as `us.anthropic.claude-haiku-4-5-20251001-v1:0` or
 * `anthropic.claude-opus-5-5`.
 */
export function isOnBedrock(model: string | undefined): boolean {
  return /(?:^|[.:/])anthropic\.claude-/.test(model?.toLowerCase() ?? '')
}
