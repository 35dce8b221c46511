import type { Context, ProviderOptions, ToolDefinition } from '@lamella/core'
import { systemForHost } from '@lamella/core/adapter'
import { answerMessage } from './answer.ts'
import { collectStream } from './collect-stream.ts'
import type { AnswerPart, HostCall, HostModel, HostResult, HostTool } from './contract/host.ts'
import type { LamellaUsage } from './contract/options.ts'
import { fromHost } from './prompt/from-host.ts'
import { toPrompt } from './prompt/to-prompt.ts'
import { withApprovals } from './prompt/with-approvals.ts'
import { definedOf, usageOf, withReport } from './report.ts'
import { type BuildRequest, checkCall } from './requests.ts'
import { watchStream } from './watch-stream.ts'

/** A call of a wrapped model. */
interface Wrapped {
  readonly params: HostCall
  readonly model: HostModel
}

/** The two functions of a middleware. They call the model themselves, so that nothing has to be kept between two hooks. */
export interface Middleware {
  wrapGenerate(call: Wrapped): Promise<HostResult>
  wrapStream(call: Wrapped): Promise<{ readonly stream: ReadableStream<AnswerPart> }>
}

export function createMiddleware(build: BuildRequest): Middleware {
  const prepare = async ({ params, model }: Wrapped) => {
    const { prompt, providerOptions, ...rest } = params
    const { maxOutputTokens, abortSignal: signal } = params
    const { lamella, ...others } = providerOptions ?? {}
    const options = checkCall('providerOptions.lamella', lamella)
    const { system, messages } = fromHost(withApprovals(prompt))
    const tools = params.tools?.map(definitionOf)
    const call = { options, model: model.modelId }
    const request = await build(call, { system, messages, tools, maxOutputTokens, signal })
    const { context } = request
    const sent: HostCall = {
      ...settingsOf(context),
      ...definedOf(rest),
      prompt: toPrompt([...systemForHost(context, system), ...request.messages], model.specificationVersion),
      ...(params.tools && { tools: inOrder(params.tools, context.tools) }),
      ...withOptions(context.parameters.providerOptions, others),
    }
    return { request, sent }
  }
  return {
    wrapGenerate: async (call) => {
      const { request, sent } = await prepare(call)
      const result = await call.model.doGenerate(sent)
      const usage = usageOf(result.usage)
      await request.answered([answerMessage(result.content)], usage)
      return withReport(result, request.context, usage)
    },
    wrapStream: async (call) => {
      const { request, sent } = await prepare(call)
      const { stream, ...rest } = await call.model.doStream(sent)
      const collected = collectStream()
      const answered = (usage?: LamellaUsage): Promise<void> =>
        request.answered([answerMessage(collected.content())], usage)
      const watched = watchStream(stream, {
        part: collected.add,
        finish: async (part) => {
          const usage = usageOf(part.usage)
          await answered(usage)
          return withReport(part, request.context, usage)
        },
        aborted: () => answered(),
      })
      return { ...rest, stream: watched }
    },
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

/** Tools of the provider have no schema: what is known of them counts, and makes another tool of one with other settings. */
function definitionOf({ type, name, id, args, description, inputSchema, providerOptions }: HostTool): ToolDefinition {
  if (type !== 'function') return { name, inputSchema: { type: 'object', provider: id, ...(args ? { args } : {}) } }
  return {
    name,
    inputSchema: (inputSchema ?? {}) as ToolDefinition['inputSchema'],
    ...(description !== undefined && { description }),
    ...(providerOptions && { providerOptions }),
  }
}

/** The tools of the call in the order in which the run sent them first. Tools that only layers have cannot be run here. */
function inOrder(given: readonly HostTool[], order: readonly ToolDefinition[]): readonly HostTool[] {
  const place = new Map(order.map(({ name }, index) => [name, index]))
  const at = ({ name }: HostTool): number => place.get(name) ?? order.length
  return given.toSorted((one, other) => at(one) - at(other))
}
