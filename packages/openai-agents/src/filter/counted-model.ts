import { type Check, checkOptions, contentKey, mustHaveMethod } from '@lamella/core/plugin'
import { createDiagnoses, type Diagnoses, type HostRequest } from '@lamella/host'
import type { Model, ModelProvider, ModelRequest, ModelResponse, StreamEvent } from '@openai/agents'

/** What a filter knows of a request that a model gets. */
interface FilteredRequest {
  readonly request: HostRequest
  /** Returns what the model is sent of a request. */
  readonly sentOf: (request: HostRequest) => Sent
}

/** What a model gets of a request. */
type Sent = Pick<ModelRequest, 'input' | 'systemInstructions'>

/** A request on its way. Of two with the same bytes, neither is known: they may be of different users. */
interface OnItsWay {
  readonly known: FilteredRequest | undefined
  readonly times: number
}

/** The requests that filters have built and no model has got, by their bytes: the SDK copies what a filter returns. */
const onTheirWay = new Map<string, OnItsWay>()

/** Runs whose request never reaches a model must not fill the memory. */
const mostOnTheirWay = 64

let areModelsCounted = false

const keyOf = ({ input, systemInstructions = '' }: Sent): string =>
  contentKey(JSON.stringify([input, systemInstructions]))

/** Has a counted model know which request it gets. */
export function willSend(sent: Sent, known: FilteredRequest): void {
  if (!areModelsCounted) return
  const key = keyOf(sent)
  const same = onTheirWay.get(key)
  onTheirWay.delete(key)
  onTheirWay.set(key, same ? { known: undefined, times: same.times + 1 } : { known, times: 1 })
  const [oldest] = onTheirWay.keys()
  if (onTheirWay.size > mostOnTheirWay && oldest !== undefined) onTheirWay.delete(oldest)
}

function taken(sent: Sent): FilteredRequest | undefined {
  const key = keyOf(sent)
  const { known, times = 0 } = onTheirWay.get(key) ?? {}
  if (times > 1) onTheirWay.set(key, { known: undefined, times: times - 1 })
  else onTheirWay.delete(key)
  return known
}

/**
 * Wraps a model, or the models of a provider, whose requests pass an `inputFilter`: the usage of each answer then says what fits
 * into the next request, and a request that the provider refuses for its length is made shorter and sent once more.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const agent = new Agent({ name: 'Guide', model: countedModel(new OpenAIResponsesModel(client, 'gpt-5')) })
 */
export function countedModel<Kind extends Model | ModelProvider>(model: Kind): Kind {
  checkOptions<{ model: unknown }>('countedModel', { model }, { model: mustBeModel }, ['model'])
  areModelsCounted = true
  // A filter may be made anew for each run. The model stays.
  return countedBy(model, createDiagnoses())
}

const mustBeModel: Check = (value) => mustHaveMethod('getModel')(value) && mustHaveMethod('getResponse')(value)

function countedBy<Kind extends Model | ModelProvider>(model: Kind, diagnoses: Diagnoses): Kind {
  if ('getModel' in model) {
    const provider: ModelProvider = model
    const getModel = async (name?: string): Promise<Model> => countedBy(await provider.getModel(name), diagnoses)
    return withMethods(model, { getModel })
  }
  const own: Model = model
  const getResponse = async (request: ModelRequest): Promise<ModelResponse> => {
    const known = taken(request)
    try {
      return await counted(known, await own.getResponse(request), diagnoses)
    } catch (error) {
      const shorter = await shorterThan(known, request, error)
      if (shorter === undefined) throw error
      return counted(shorter.known, await own.getResponse(shorter.request), diagnoses)
    }
  }
  async function* events(known: FilteredRequest | undefined, request: ModelRequest): AsyncIterable<StreamEvent> {
    for await (const event of own.getStreamedResponse(request)) {
      if (event.type === 'response_done') await keep(known, event.response, diagnoses)
      yield event
    }
  }
  async function* getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const known = taken(request)
    const held: StreamEvent[] = []
    let hasBegun = false
    try {
      for await (const event of events(known, request)) {
        hasBegun ||= !isPreamble(event)
        held.push(event)
        if (hasBegun) yield* held.splice(0)
      }
    } catch (error) {
      const shorter = hasBegun ? undefined : await shorterThan(known, request, error)
      if (shorter === undefined) {
        yield* held
        throw error
      }
      return yield* events(shorter.known, shorter.request)
    }
    yield* held
  }
  return withMethods(model, { getResponse, getStreamedResponse })
}

/** Whether an event comes before the answer: the API has taken the request, and may still refuse it. */
function isPreamble(event: StreamEvent): boolean {
  if (event.type === 'response_started') return true
  const { type } = Object(event.type === 'model' && event.event) as { readonly type?: unknown }
  return /^(response\.(created|queued|in_progress|failed)|error)$/.test(String(type))
}

/** Everything else stays the model's own, with its private fields. */
function withMethods<Kind extends object>(own: Kind, methods: object): Kind {
  return new Proxy(own, {
    get: (target, key) => {
      const value: unknown = Reflect.get(methods, key) ?? Reflect.get(target, key)
      return typeof value === 'function' && !Object.hasOwn(methods, key) ? value.bind(target) : value
    },
  })
}

async function shorterThan(
  known: FilteredRequest | undefined,
  before: ModelRequest,
  error: unknown,
): Promise<{ readonly known: FilteredRequest; readonly request: ModelRequest } | undefined> {
  if (known === undefined || before.signal?.aborted) return undefined
  const request = await known.request.refused(error)
  request?.report()
  return request && { known: { ...known, request }, request: { ...before, ...known.sentOf(request) } }
}

/** The items of the run and its session have the answer. */
async function counted(
  known: FilteredRequest | undefined,
  response: ModelResponse,
  diagnoses: Diagnoses,
): Promise<ModelResponse> {
  await keep(known, response, diagnoses)
  return response
}

type Usage = Pick<ModelResponse['usage'], 'inputTokens' | 'outputTokens'> & {
  readonly inputTokensDetails?: object | undefined
  readonly outputTokensDetails?: object | undefined
}

async function keep(
  known: FilteredRequest | undefined,
  { usage, providerData }: { readonly usage: Usage; readonly providerData?: unknown },
  diagnoses: Diagnoses,
): Promise<void> {
  const { inputTokens: input, outputTokens: output } = usage
  if (known === undefined) return
  const [cached, reasoning] = [
    detail(usage.inputTokensDetails, 'cached_tokens'),
    detail(usage.outputTokensDetails, 'reasoning_tokens'),
  ]
  const found = { ...(cached !== undefined && { cached }), ...(reasoning !== undefined && { reasoning }) }
  await known.request.counted(input > 0 ? { input, output, ...found } : undefined, {
    responses: [providerData],
    diagnoses,
  })
}

/** The SDK has the details of one response, or a list of them. */
function detail(details: object | undefined, name: string): number | undefined {
  const first: unknown = Array.isArray(details) ? details[0] : details
  const value: unknown = Reflect.get(Object(first) as object, name)
  return typeof value === 'number' ? value : undefined
}
