/**
 * Models that do not think in private, by their names: they refuse to be asked for encrypted reasoning, with "Encrypted
 * content is not supported with this model". Source: pydantic/pydantic-ai#2865 (gpt-4o), #3326 (gpt-5-chat-latest),
 * miquido/draive#399 (gpt-4.1-mini).
 */
const thoughtless = /(?:^|[/:])(?:gpt-3|gpt-4|chatgpt-|gpt-5(?:\.\d+)?-chat|computer-use)/i

/**
 * What a request shall bring back, so that its answer can be carried on: where the API keeps nothing, the reasoning as
 * encrypted content.
 */
export function includeOf(isStored: boolean, model: string | undefined): 'reasoning.encrypted_content'[] | undefined {
  if (isStored || (model !== undefined && thoughtless.test(model))) return undefined
  return ['reasoning.encrypted_content']
}
