import type { JsonSchema } from '../contract/message.ts'
import type { ReadyTool, ToolAnswer, ToolCallOptions } from '../contract/ready-tool.ts'
import { isLamellaError } from '../errors.ts'
import { refusal } from './answers.ts'
import { checkToolInput, type ToolInput } from './check-tool-input.ts'
import { toolInputSchema } from './tool-input-schema.ts'

/** A tool before its input checks and its executor are added. */
export interface ReadyToolInit {
  readonly name: string
  /** One or two sentences for the model. */
  readonly description: string
  /** The JSON Schema of each parameter. */
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
  /** Runs a call. What it throws is a failure: the model learns only that there was one. */
  run(input: ToolInput, options: ToolCallOptions): Promise<ToolAnswer> | ToolAnswer
  /** The model's answer when `run` throws. */
  readonly failed?: string
  /** Receives what `run` threw. */
  readonly onError?: ((error: unknown, tool: string) => void) | undefined
}

/**
 * Makes a tool that checks what the model wrote before it runs, and that never rejects. Nothing of a thrown error
 * reaches the model, since its text may name paths or data of others.
 *
 * @example
 * const clock = readyTool({
 *   name: 'tell_time',
 *   description: 'Tells the time.',
 *   properties: {},
 *   required: [],
 *   run: () => answer('Noon.'),
 * })
 */
export function readyTool({
  name,
  description,
  properties,
  required,
  run,
  failed = `${name} has failed. Continue without it, or try again later.`,
  onError,
}: ReadyToolInit): ReadyTool {
  const inputSchema = toolInputSchema(name, properties, required)
  return Object.freeze({
    name,
    description,
    inputSchema,
    async execute(given: unknown, options: ToolCallOptions = {}): Promise<ToolAnswer> {
      try {
        const checked = checkToolInput(name, inputSchema, given)
        if ('problem' in checked) return refusal(checked.problem)
        const { scope, signal = options.abortSignal } = options
        const call = { ...(scope && { scope }), ...(signal && { signal }) }
        return signal?.aborted ? refusal('The call was cancelled.') : await run(checked.input, call)
      } catch (error) {
        if (isLamellaError(error, 'ABORTED')) return refusal('The call was cancelled.')
        report(error)
        return refusal(failed)
      }
    },
    toModelOutput: ({ output }: { readonly output: ToolAnswer }) => output,
  })

  function report(error: unknown): void {
    try {
      onError?.(error, name)
    } catch {
      // A throwing listener does not change the answer.
    }
  }
}
