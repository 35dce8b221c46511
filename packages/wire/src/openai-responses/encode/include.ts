/**
 * Matches names of models without hidden reasoning: they reject requests for encrypted reasoning with "Encrypted
 * content is not supported with this model". Source: pydantic/pydantic-ai#2865 (gpt-4o), #3326 (gpt-5-chat-latest),
 * miquido/draive#399 (gpt-4.1-mini).
 */
const modelsWithoutReasoning = /(?:^|[/:])(?:gpt-3|gpt-4|chatgpt-|gpt-5(?:\.\d+)?-chat|computer-use)/i

/**
 * Returns what the response must include so that the conversation can continue: if the API stores nothing, the
 * reasoning as encrypted content.
 */
export function includeOf(isStored: boolean, model: string | undefined): 'reasoning.encrypted_content'[] | undefined {
  if (isStored || (model !== undefined && modelsWithoutReasoning.test(model))) return undefined
  return ['reasoning.encrypted_content']
}
