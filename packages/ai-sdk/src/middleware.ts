import type { ToolDefinition } from '@lamella/core'
import { answerMessage } from './answer.ts'
import { collectStream } from './collect-stream.ts'
import type { AnswerPart, HostCall, HostModel, HostResult, HostTool, HostUsage } from './contract/host.ts'
import { fromHost } from './prompt/from-host.ts'
import { systemOf } from './prompt/system-of.ts'
import { toPrompt } from './prompt/to-prompt.ts'
import { metadataOf, usageOf, withMetadata } from './report.ts'
import type { BuildRequest, BuiltRequest } from './requests.ts'
import { checkCall } from './scope-of.ts'
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
  const prepare = async ({
    params,
    model,
  }: Wrapped): Promise<{ readonly request: BuiltRequest; readonly sent: HostCall }> => {
    const { prompt, providerOptions, ...rest } = params
    const { lamella, ...others } = providerOptions ?? {}
    const options = checkCall('providerOptions.lamella', lamella)
    const { system, messages } = fromHost(prompt)
    const request = await build(
      { options, model: model.modelId },
      {
        system,
        messages,
        tools: params.tools?.map(definitionOf),
        maxOutputTokens: params.maxOutputTokens,
        signal: params.abortSignal,
      },
    )
    const sent = [...systemOf(request.context, system), ...request.messages]
    return {
      request,
      sent: {
        ...rest,
        prompt: toPrompt(sent, model.specificationVersion),
        ...(params.tools && { tools: inOrder(params.tools, request.context.tools) }),
        ...(Object.keys(others).length > 0 && { providerOptions: others }),
      },
    }
  }
  return {
    wrapGenerate: async (call) => {
      const { request, sent } = await prepare(call)
      const result = await call.model.doGenerate(sent)
      const usage = usageOf(result.usage)
      await request.answered([answerMessage(result.content)], usage)
      return withMetadata(result, metadataOf(request.context, usage))
    },
    wrapStream: async (call) => {
      const { request, sent } = await prepare(call)
      const { stream, ...rest } = await call.model.doStream(sent)
      const collected = collectStream()
      const answered = (usage?: HostUsage): Promise<void> =>
        request.answered([answerMessage(collected.content())], usage && usageOf(usage))
      const watched = watchStream(stream, {
        part: collected.add,
        finish: async (part) => {
          const { usage } = part as unknown as { readonly usage: HostUsage }
          await answered(usage)
          return withMetadata(part, metadataOf(request.context, usageOf(usage)))
        },
        aborted: () => answered(),
      })
      return { ...rest, stream: watched }
    },
  }
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
