import type { BuildRequest, ContextBuilder, RepairPolicy } from '@lamella/core'
import type { ExtendOptions, RunContext } from '@lamella/runs'
import { extend } from '@lamella/runs'
import type { AdapterOptions, AdapterRequest } from './contract/adapter.ts'
import { hostSystem, hostSystemName } from './host-system.ts'

/** Builds a request of a host with the conversation as it is. */
export type BuildHostRequest = (
  request: AdapterRequest,
  conversation: Pick<BuildRequest, 'session' | 'message' | 'notices'> & ExtendOptions,
) => Promise<RunContext>

/** Returns how a builder builds requests of a host: with the system prompt, budget and parameters of the call. */
export function buildWith(given: ContextBuilder<string>, observe: AdapterOptions['observe']): BuildHostRequest {
  const hasSystem = given.layers.some(({ name }) => name === hostSystemName)
  const plain = observe === undefined ? given : given.observe(observe)
  const base: ContextBuilder<string> = hasSystem ? plain : plain.use(hostSystem())
  return (request, conversation) => {
    const {
      scope,
      system,
      tools,
      parameters,
      budget,
      tokenizer,
      now,
      signal,
      needs,
      countTokens,
      settings,
      notices = [],
    } = request
    const heldCalls = heldCallsOf(request)
    const held = heldCalls.length === 0 ? base : base.repair({ heldCalls })
    const counted = tokenizer === undefined ? held : held.tokenizer(tokenizer)
    const sized = budget === undefined ? counted : counted.budget(budget)
    const builder = parameters === undefined ? sized : sized.parameters(parameters)
    return extend(builder, {
      ...needs,
      ...conversation,
      notices: [...notices, ...(conversation.notices ?? [])],
      scope,
      ...(tools && { tools }),
      ...(countTokens && { countTokens }),
      ...(settings !== undefined && { settings }),
      ...(now && { now }),
      ...(signal && { signal }),
      ...(system && { hostSystem: system }),
    })
  }
}

/** Returns the calls whose results are no orphans: of a call whose messages continue what the provider has. */
function heldCallsOf({ holds, messages }: AdapterRequest): NonNullable<RepairPolicy['heldCalls']> {
  if (holds !== 'before') return holds ?? []
  const end = messages.findIndex(({ role }) => role !== 'tool')
  const first = messages.slice(0, end < 0 ? messages.length : end)
  return first.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])),
  )
}
