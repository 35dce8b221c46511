import type { Parameters, SystemMessage, ToolDefinition } from '@lamella/core'
import { checkMessages, checkOptions } from '@lamella/core/plugin'
import { createCallIds } from '../shared/call-ids.ts'
import { wireError } from '../shared/errors.ts'
import { fitOutput } from '../shared/fit-output.ts'
import { isRecord } from '../shared/guards.ts'
import { at, createBook, createLedger, type Ledger } from '../shared/ledger.ts'
import { type Encoding, tell } from '../shared/options.ts'
import { prepareTurns } from '../shared/prepare.ts'
import { anyFields } from '../shared/tool-fields.ts'
import { createToolNames } from '../shared/tool-names.ts'
import type { Turn } from '../shared/turns.ts'
import type { WireContext } from '../shared/wire-context.ts'
import type { EncoderDefinition, PlacedSystem } from './format.ts'
import { withInstructions, withRunTools } from './instructions.ts'
import { withNativeSummaries } from './native-summaries.ts'
import type { EncodeBase, EncodeState, FormatTypes } from './run.ts'
import { writeTurns } from './write-turns.ts'

/**
 * Encodes a context in a format. All requests are encoded in this order: invalid input is rejected first, then tools,
 * system prompt, conversation and parameters are written in the order of the context, and limits that do not fit into
 * the window are lowered.
 */
export function encodeWith<Types extends FormatTypes>(
  format: EncoderDefinition<Types>,
  context: WireContext,
  options: Types['options'],
): Encoding<Types['request']> {
  checkOptions(format.encoder, options, format.options)
  const state = beginRun(format, context, options)
  const tools = writeTools(format, state)
  // Pairs calls before encoding the system prompt, which may begin in the conversation; their rows follow those of the
  // prompt.
  const book = createBook()
  const all = prepareConversation(format, createLedger(book, state.base, undefined))
  const placed = systemOf(format, state, all)
  const system = format.encode.system(at(state, 'system', 0), placed)
  for (const loss of book.losses) state.book.losses.push(loss)
  for (const repair of book.repairs) state.book.repairs.push(repair)
  const turns = all.slice(placed.length - (state.base.context.system ?? []).length)
  writeTurns(format, state, turns)
  const body = format.encode.body(state, { tools, system, turns })
  const { output } = format.limits
  const request = output === undefined ? body : fitOutput(state, context, body, output.fields, output.least)
  return finish(state, request)
}

export function beginRun<Types extends FormatTypes>(
  format: EncoderDefinition<Types>,
  given: WireContext,
  options: Types['options'],
): EncodeState<Types> {
  const { encode, limits } = format
  refuseOtherForms(given)
  checkMessages(given.system ?? [], 'system')
  checkMessages(given.messages, 'messages')
  const { parameters = {} satisfies Parameters } = given
  const model = options.model ?? parameters.model
  const context = withRunTools(format, given, model)
  const { tools = [] } = context
  const book = createBook(options.unknownFields)
  const ledger = createLedger(book, undefined, undefined)
  const names =
    encode.names?.(ledger, tools) ??
    createToolNames(
      ledger,
      limits.toolName,
      tools.map(({ name }) => name),
    )
  const { callId } = limits
  const ids = createCallIds(typeof callId === 'function' ? callId(model) : callId)
  const base: EncodeBase<Types> = {
    context,
    options,
    parameters,
    model,
    names,
    fields: encode.fields?.() ?? anyFields,
    ids,
  }
  return createLedger(book, base, encode.begin(createLedger(book, base, undefined)))
}

/**
 * Rejects what in JavaScript nothing else says: that an `await` is missing, that the system prompt is only in
 * `systemPrompt`, which encoders do not read (contexts of the assembler have both), tools in another form, and null as a parameter.
 *
 * @throws LamellaError `WIRE_UNENCODABLE`
 */
function refuseOtherForms(context: WireContext & { readonly systemPrompt?: unknown }): void {
  const { tools = [], parameters = {}, system, systemPrompt } = Object(context) as typeof context
  const [what, fix = '', path = ''] = !isRecord(context)
    ? ['The context is not an object.', 'Pass the context of a build.']
    : 'then' in context
      ? ['The context is a promise.', 'Await it.']
      : systemPrompt !== undefined && system === undefined
        ? [
            'The context has systemPrompt, but no system.',
            "Pass system: [{ role: 'system', content: systemPrompt }].",
            'systemPrompt',
          ]
        : !Array.isArray(tools) || !tools.every(isNamed)
          ? ['A tool has no name.', 'Pass [{ name, description, inputSchema }].', 'tools']
          : [parameters, parameters?.toolChoice, parameters?.providerOptions].includes(null as never)
            ? ['A parameter is null.', 'Omit it.', 'parameters']
            : []
  if (what) throw wireError('WIRE_UNENCODABLE', what, fix, { path })
}

function isNamed(tool: unknown): boolean {
  const { name, description = '' } = Object(tool) as Partial<ToolDefinition>
  return typeof name === 'string' && typeof description === 'string'
}

/**
 * Encodes the tools of a request, each with its path in the context.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS`
 */
export function writeTools<Types extends FormatTypes>(
  { encode, limits, title }: EncoderDefinition<Types>,
  state: EncodeState<Types>,
): (Types['tool'] | undefined)[] {
  const { tools = [] } = state.base.context
  if (limits.tools !== undefined && tools.length > limits.tools) {
    throw wireError(
      'WIRE_TOO_MANY_TOOLS',
      `${title} allows at most ${limits.tools} tools in a request, not ${tools.length}.`,
      'Remove tools that this turn does not need.',
      { tools: tools.length, limit: limits.tools },
    )
  }
  return tools.map((tool, index) => encode.tool(at(state, 'tools', index), tool))
}

/**
 * Returns the system messages before the conversation: the layers, and, if the format includes them, those that start
 * the conversation.
 */
export function systemOf<Types extends FormatTypes>(
  { conversation }: EncoderDefinition<Types>,
  state: EncodeState<Types>,
  turns: readonly Turn[],
  system: readonly SystemMessage[] = state.base.context.system ?? [],
): PlacedSystem<Types>[] {
  const placed = system.map((message, index): PlacedSystem<Types> => {
    return { state: at(state, 'system', index), message }
  })
  const { leadingSystem } = conversation ?? {}
  if (!(typeof leadingSystem === 'function' ? leadingSystem(state.base.model) : leadingSystem)) return placed
  for (const turn of turns) {
    if (turn.role !== 'system') break
    placed.push({ state: at(state, 'messages', turn.index), message: turn.message })
  }
  return placed
}

/** Returns the turns of the context, prepared according to the options. */
export function prepareConversation<Types extends FormatTypes>(
  format: EncoderDefinition<Types>,
  state: Ledger<unknown, EncodeBase<Types>>,
): readonly Turn[] {
  const { conversation = {} } = format
  const { options, model } = state.base
  const { alternate } = conversation
  const isDefault = typeof alternate === 'function' ? alternate(model) : alternate
  const { mergeConsecutive = conversation.merge, ensureAlternating = isDefault } = options
  const placed = withNativeSummaries(format, state, withInstructions(format, state))
  return prepareTurns(state, format.encode.select?.(state, placed) ?? placed, {
    repair: options.repair,
    separator: options.separator,
    merge: conversation.merge !== 'format' && mergeConsecutive === true,
    alternate: alternate !== 'format' && ensureAlternating === true,
  })
}

/** Calls the caller's functions for losses and repairs, and returns the result. */
export function finish<Types extends FormatTypes, Request>(
  { book, base }: EncodeState<Types>,
  request: Request,
): Encoding<Request> {
  const { losses, repairs } = book
  tell(base.options, book)
  return { request, losses, repairs, toolNames: base.names.changed, toolFields: base.fields.changed }
}
