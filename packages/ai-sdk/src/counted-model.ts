import { type HostRequest, type HostUsage, type ShownAnswer, systemForHost } from '@lamella/host'
import type { LanguageModel } from 'ai'
import type { Ended } from './answer-stream.ts'
import { generateWith, type ModelCall, streamWith } from './call-model.ts'
import type { HostCall, HostMessage, HostPart, Wrapped } from './contract/host.ts'
import { toPrompt } from './prompt/to-prompt.ts'
import { shownOf, usageOf } from './report.ts'

type Model = Wrapped['model']

/** An answer as its model has returned it. */
export interface CountedAnswer extends ShownAnswer {
  /** The request that was answered: a shorter one, if the provider has refused the first. */
  readonly request: HostRequest
  readonly usage: HostUsage | undefined
}

/** A step whose model is called by the SDK. */
interface CountedStep {
  readonly request: HostRequest
  /** The system messages of the call. */
  readonly system: Parameters<typeof systemForHost>[1]
  readonly answered: (answer: CountedAnswer) => Promise<void>
}

/**
 * Returns the model of a step, which sends its request once more with less if the provider says that it is too long, and tells what
 * its answer was counted as. A model that is only a name is the SDK's to find, and stays.
 */
export function countedModel(given: LanguageModel, step: CountedStep): LanguageModel {
  if (typeof given === 'string') return given
  const model = given as Model
  const callOf = (params: HostCall): ModelCall => ({
    request: step.request,
    signal: params.abortSignal,
    sentOf: (request) =>
      request === step.request ? params : { ...params, prompt: promptOf(request, step, params, model) },
    endedOf:
      (request): Ended =>
      async (_, end, __, raw = []) => {
        await step.answered({ request, usage: usageOf(end), ...shownOf(end, raw) })
        return end
      },
  })
  const { specificationVersion, provider, modelId } = model
  const counted: Model = {
    ...{ specificationVersion, provider, modelId },
    get supportedUrls() {
      return model.supportedUrls
    },
    doGenerate: (params) => generateWith(model, callOf(params)),
    doStream: (params) => streamWith(model, callOf(params)),
  }
  return counted
}

/** Writes a request in the form in which the SDK has written the first one: it may have loaded files that have a URL. */
function promptOf(request: HostRequest, step: CountedStep, { prompt }: HostCall, model: Model): HostCall['prompt'] {
  const write = ({ context, messages }: HostRequest): readonly HostMessage[] =>
    toPrompt([...systemForHost(context, step.system), ...messages], model.specificationVersion)
  const written = filesOf(prompt as readonly HostMessage[])
  const files = filesOf(write(step.request))
  const loaded = new Map(
    files.map((file, index) => [keyOf(file), written.length === files.length ? written[index] : file]),
  )
  const own = write(request).map((message) =>
    typeof message.content === 'string'
      ? message
      : {
          ...message,
          content: message.content.map((part) => (part.type === 'file' && loaded.get(keyOf(part))) || part),
        },
  )
  return own as HostCall['prompt']
}

const keyOf = ({ data }: HostPart): string => JSON.stringify(data)

function filesOf(prompt: readonly HostMessage[]): readonly HostPart[] {
  return prompt.flatMap(({ role, content }) =>
    role === 'user' && typeof content !== 'string' ? content.filter(({ type }) => type === 'file') : [],
  )
}
