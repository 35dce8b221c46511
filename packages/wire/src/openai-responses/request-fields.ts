import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { recordsOf } from '../shared/rules/rule.ts'

/** All parameters. Source: schema `CreateResponse`. */
export const requestFields: readonly string[] = [
  'background',
  'context_management',
  'conversation',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'moderation',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
]

/** OpenAI Chat parameters that this format rejects. Source: OR-UNKNOWN. */
export const chatFields: readonly string[] = [
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'modalities',
  'n',
  'prediction',
  'presence_penalty',
  'reasoning_effort',
  'response_format',
  'seed',
  'stop',
  'verbosity',
  'web_search_options',
]

/** Parameters that require tools. */
export const needsTools: readonly string[] = ['tool_choice', 'parallel_tool_calls', 'max_tool_calls']

/** Whether the API stores the conversation so far. Source: OR-CALL-ANSWER. */
export function holdsConversation({ previous_response_id: response, conversation }: UnknownRecord): boolean {
  return (response ?? conversation ?? undefined) !== undefined
}

/** Returns the names of functions and custom tools in a tool choice, with their paths. */
export function chosenNames(choice: unknown): readonly (readonly [name: unknown, path: string])[] {
  if (!isRecord(choice)) return []
  const listed = choice['type'] === 'allowed_tools' ? recordsOf(choice['tools'], 'tool_choice.tools') : []
  return [{ value: choice, path: 'tool_choice' }, ...listed].flatMap(({ value: { type, name }, path }) =>
    type === 'function' || type === 'custom' ? [[name, `${path}.name`] as const] : [],
  )
}

/** Returns the names of tools, including those in namespaces. */
export function namesOf(tools: unknown, names: Set<unknown> = new Set()): Set<unknown> {
  for (const { value } of recordsOf(tools, '')) {
    names.add(value['name'])
    namesOf(value['tools'], names)
  }
  return names
}
