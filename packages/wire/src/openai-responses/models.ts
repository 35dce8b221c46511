const gpt = /(?:^|\/)gpt-(\d{1,2})(?:\.(\d{1,2}))?(?![\d.])/

/**
 * Whether the model is known to bind its reasoning to everything before it: the API removes reasoning items after an edit
 * from the request, and answers without them.
 *
 * Source: OpenAI, "Using GPT-6.2" and "Keep the prefix unchanged", as read on 2026-11-27 (GPT-6.2 and later).
 */
export function bindsReasoning(model: string | undefined): boolean {
  const [, major, minor = '0'] = gpt.exec(model?.toLowerCase() ?? '') ?? []
  return major !== undefined && Number(major) * 100 + Number(minor) >= 602
}
