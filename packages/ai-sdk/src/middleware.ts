import type { Context, ProviderOptions, ToolDefinition } from '@lamella/core'
import { type HostRequest, systemForHost } from '@lamella/host'
import type { LanguageModelMiddleware } from 'ai'
import { answerMessage } from './answer.ts'
import type { Ended } from './answer-stream.ts'
import { generateWith, type ModelCall, streamWith } from './call-model.ts'
import type { HostCall, HostMessage, HostTool, Wrapped } from './contract/host.ts'
import { holdsOf } from './holds.ts'
import { fromHost } from './prompt/from-host.ts'
import { toPrompt } from './prompt/to-prompt.ts'
import { withApprovals } from './prompt/with-approvals.ts'
import { withInputs } from './prompt/with-inputs.ts'
import { definedOf, shownOf, usageOf, withReport } from './report.ts'
import { type BuildRequest, checkCall } from './requests.ts'

/** The two functions of a middleware. They call the model themselves, so that nothing has to be kept between two hooks. */
export type Middleware = Required<Pick<LanguageModelMiddleware, 'wrapGenerate' | 'wrapStream'>>

export function createMiddleware(build: BuildRequest): Middleware {
  const prepare = async ({ params, model }: Pick<Wrapped, 'params' | 'model'>): Promise<ModelCall> => {
    const { prompt, providerOptions, ...rest } = params
    const { maxOutputTokens, abortSignal: signal } = params
    const { lamella, ...others } = providerOptions ?? {}
    const options = checkCall('providerOptions.lamella', lamella)
    const { system, messages: given } = fromHost(prompt as readonly HostMessage[])
    const tools = params.tools?.map(definitionOf)
    const call = { options, model: model.modelId }
    const { responseFormat, toolChoice } = params
    const { reasoning } = params as { readonly reasoning?: unknown }
    const first = await build(call, {
      system,
      messages: withInputs(withApprovals(given), params.tools),
      tools,
      maxOutputTokens,
      settings: [others, responseFormat, toolChoice, reasoning],
      signal,
      holds: holdsOf(others, model.provider),
    })
    const sentOf = ({ context, messages }: HostRequest): HostCall =>
      ({
        ...settingsOf(context),
        ...definedOf(rest),
        prompt: toPrompt([...systemForHost(context, system), ...messages], model.specificationVersion),
        ...(params.tools && { tools: inOrder(params.tools, context.tools) }),
        ...withOptions(context.parameters.providerOptions, others),
      }) as HostCall
    const endedOf =
      ({ context, answered }: HostRequest): Ended =>
      async (content, end, failed = false, raw = []) => {
        const usage = usageOf(end)
        const isFailed = failed && signal?.aborted !== true
        const found = await answered([answerMessage(content)], usage, { failed: isFailed, ...shownOf(end, raw) })
        return withReport(end, context, { usage, diagnosis: found })
      }
    return { request: first, signal, sentOf, endedOf }
  }
  return {
    wrapGenerate: async (call) => generateWith(call.model, await prepare(call)),
    wrapStream: async (call) => streamWith(call.model, await prepare(call)),
  }
}

/** The parameters of the builder or the assembler, for what the call leaves open. The model is the one that is wrapped. */
function settingsOf({ parameters }: Context): object {
  const { temperature, topP, maxOutputTokens, stopSequences, seed } = parameters
  return definedOf({ temperature, topP, maxOutputTokens, stopSequences: stopSequences && [...stopSequences], seed })
}

function withOptions(own: ProviderOptions = {}, given: ProviderOptions): Pick<HostCall, 'providerOptions'> {
  const names = [...new Set([...Object.keys(own), ...Object.keys(given)])]
  if (names.length === 0) return {}
  return { providerOptions: Object.fromEntries(names.map((name) => [name, { ...own[name], ...given[name] }])) }
}

/** The provider's own tools have no schema: their settings count, and a tool with different settings is another tool. */
function definitionOf(tool: HostTool): ToolDefinition {
  const { name } = tool
  if (tool.type === 'provider') return { name, inputSchema: { type: 'object', provider: tool.id, args: tool.args } }
  const { description, inputSchema, providerOptions } = tool
  return {
    name,
    ...definedOf({ description, providerOptions }),
    inputSchema: inputSchema as ToolDefinition['inputSchema'],
  }
}

/** The tools of the call in the order in which the run sent them first. Tools that only layers have cannot be run here. */
function inOrder(given: readonly HostTool[], order: readonly ToolDefinition[]): readonly HostTool[] {
  const place = new Map(order.map(({ name }, index) => [name, index]))
  const at = ({ name }: HostTool): number => place.get(name) ?? order.length
  return given.toSorted((one, other) => at(one) - at(other))
}
