import { versionOf } from '../openai/models.ts'

const gpt62 = 602

/**
 * Whether the model is known to bind its reasoning to everything before it: the API removes reasoning items after an edit
 * from the request, and answers without them.
 *
 * Source: OpenAI, "Using GPT-6.2" and "Keep the prefix unchanged", as read on 2026-11-27 (GPT-6.2 and later).
 */
export function bindsReasoning(model: string | undefined): boolean {
  return versionOf(model) >= gpt62
}

/**
 * Whether a request may have reasoning of another model: from GPT-6.2 on, the API leaves out what the model does not read. With an
 * older one, users saw such a request accepted and refused.
 *
 * Source: OpenAI, "Keep the prefix unchanged" (`model_mismatch`); reports of gpt-6-luna and gpt-6.1-sol. Read on 2026-11-27.
 */
export function readsReasoningOf(model: string | undefined, maker: string): boolean {
  return bindsReasoning(model) || maker === model
}

/**
 * Whether the model is known to take items that add tools in the middle (`additional_tools`). They add up, and none of them
 * removes or replaces a tool of the request.
 *
 * Source: openai 7.59.0, `ResponseInputItem.AdditionalTools`; the catalogue of @earendil-works/pi-ai 1.6.0 (GPT-5.6 and
 * later), which measured what they do. Read on 2026-11-27.
 */
export function takesToolItems(model: string | undefined): boolean {
  return versionOf(model) >= 506
}

/**
 * Checks whether a model reads the `instructions` of a request after its input, where no cache holds them and each request pays
 * for them in full. What recurs belongs in a developer or system message at the start of the input, as `toOpenAIResponses`
 * writes it for these models. `false` for a name that is not known.
 *
 * Source: OpenAI, "Using GPT-6.2" (GPT-6.2 and later); earendil-works/pi#12273. Read on 2026-11-27.
 *
 * @example
 * readsInstructionsLast('gpt-6.2-sol') // true
 */
export function readsInstructionsLast(model: string | undefined): boolean {
  return versionOf(model) >= gpt62
}

/** Whether the model is known to take items that change its effort or its format in the middle (`configuration_update`). */
export function takesSettingItems(model: string | undefined): boolean {
  return versionOf(model) >= 600
}
