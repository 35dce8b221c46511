import type { SystemMessage, ToolDefinition } from '@lamella/core'
import { checkOptions, mustBeObject } from '@lamella/core/plugin'
import { type HostRequest, systemForHost } from '@lamella/host'
import { asSchema, type LanguageModel, type ModelMessage } from 'ai'
import type { HostMessage } from './contract/host.ts'
import type { CallOptions, StepsOptions } from './contract/options.ts'
import { type CountedAnswer, countedModel } from './counted-model.ts'
import { holdsOf } from './holds.ts'
import { withCarried } from './prompt/carried.ts'
import { fromHost } from './prompt/from-host.ts'
import { type BuildRequest, checkCall } from './requests.ts'

/** What `prepareStep` reads of its argument, in AI SDK 6 and 7. */
export interface StepInput {
  readonly model: LanguageModel
  readonly messages: ModelMessage[]
  /** AI SDK 7, where `messages` holds what the step before was sent. */
  readonly initialMessages?: ModelMessage[]
  readonly responseMessages?: ModelMessage[]
  readonly initialInstructions?: string | SystemModelMessage | SystemModelMessage[] | undefined
  readonly experimental_context?: unknown
  readonly runtimeContext?: unknown
}

type SystemModelMessage = Extract<ModelMessage, { role: 'system' }>

/** What `prepareStep` returns: the system prompt under its name in AI SDK 6 or 7. */
export interface StepOutput {
  /** The model of the step, by which the usage of its answer is read, and a request that is refused is sent once more. */
  model: LanguageModel
  messages: ModelMessage[]
  system?: SystemModelMessage[]
  instructions?: SystemModelMessage[]
}

/** What `onStepFinish` reads of its argument. */
export interface StepEnd {
  readonly response: { readonly messages: readonly ModelMessage[]; readonly body?: unknown }
  readonly finishReason?: string
  readonly providerMetadata?: Readonly<Record<string, unknown>> | undefined
}

/** The functions of one call: spread them into its options. */
export interface Steps {
  prepareStep(step: StepInput): Promise<StepOutput>
  /** Adds the question and its answer, however empty, to the session, with the results of its calls. */
  onStepFinish(step: StepEnd): Promise<void>
  /** Adds the question of a stream that was aborted to the session. */
  onAbort(): Promise<void>
}

/**
 * Builds the step of a call.
 *
 * @param answered Gets what the answer of the step was counted as, once it has ended.
 */
export async function prepareStep(
  build: BuildRequest,
  step: StepInput,
  { system: text, tools, ...call }: StepsOptions,
  answered: (answer: CountedAnswer) => Promise<void>,
): Promise<{
  readonly request: HostRequest
  readonly output: StepOutput
  /** Whether the SDK tells of each step its own messages, and not those of the steps before. */
  readonly isNew: boolean
}> {
  checkOptions('prepareStep', { step }, { step: mustBeObject }, ['step'])
  const { initialMessages, responseMessages } = step
  const isNew = initialMessages !== undefined && responseMessages !== undefined
  const options: CallOptions = checkCall('steps', call)
  const given = isNew ? [...initialMessages, ...responseMessages] : step.messages
  const { system: before, messages } = fromHost(given as HostMessage[])
  const { modelId, provider } = typeof step.model === 'string' ? { modelId: step.model, provider: '' } : step.model
  const context = isNew ? step.runtimeContext : step.experimental_context
  const system = [...systemFrom(text ?? step.initialInstructions), ...before]
  const request = await build(
    { options, model: modelId, context },
    {
      system,
      messages,
      tools: await definitionsOf(tools),
      holds: holdsOf({}, provider),
    },
  )
  const head = systemForHost(request.context, system) as SystemModelMessage[]
  const sent = withCarried(request.messages) as ModelMessage[]
  const model = countedModel(step.model, { request, system, answered })
  const output = { model, messages: sent, ...(head.length > 0 && { [isNew ? 'instructions' : 'system']: head }) }
  return { request, isNew, output }
}

/** Returns the functions of one call. What they share is of this call alone. */
export function stepsOf(build: BuildRequest, given: StepsOptions): Steps {
  let last: Pick<Awaited<ReturnType<typeof prepareStep>>, 'request' | 'isNew'> | undefined
  let answer: CountedAnswer | undefined
  let seen = 0
  return {
    prepareStep: async (step) => {
      answer = undefined
      const prepared = await prepareStep(build, step, given, async (one) => {
        answer = one
        last = { ...prepared, request: one.request }
      })
      last = prepared
      return prepared.output
    },
    onStepFinish: async ({ response, finishReason, providerMetadata = {} }) => {
      const { messages } = fromHost(response.messages.slice(last?.isNew ? 0 : seen) as HostMessage[])
      seen = response.messages.length
      // With the results of its calls: the SDK has run them, and after the last step no other tells them.
      const said = messages.filter((message) => message.role === 'assistant' || message.role === 'tool')
      const ended = last
      const { usage, counted, responses = [response.body, ...Object.values(providerMetadata)] } = answer ?? {}
      last = undefined
      await ended?.request.answered(said, usage, { failed: finishReason === 'error', counted, responses })
    },
    onAbort: async () => {
      const ended = last
      last = undefined
      await ended?.request.answered([])
    },
  }
}

function systemFrom(text: StepsOptions['system'] | StepInput['initialInstructions']): readonly SystemMessage[] {
  if (text === undefined) return []
  const list: readonly (string | SystemMessage)[] = Array.isArray(text) ? text : [text as string | SystemMessage]
  return list.map((one) => (typeof one === 'string' ? { role: 'system', content: one } : one))
}

async function definitionsOf(tools: StepsOptions['tools']): Promise<readonly ToolDefinition[] | undefined> {
  if (tools === undefined || Array.isArray(tools)) return tools as readonly ToolDefinition[] | undefined
  return Promise.all(
    Object.entries(tools).map(async ([name, tool]) => {
      const { description, inputSchema } = tool as { readonly description?: string; readonly inputSchema?: never }
      const schema = (await asSchema(inputSchema).jsonSchema) as ToolDefinition['inputSchema']
      return { name, ...(typeof description === 'string' && { description }), inputSchema: schema }
    }),
  )
}
