import type { Scope } from '@lamella/core'
import { isObject, jsonSchemaOf } from '@lamella/core/plugin'
import { answer, readyTool, refusal, type ToolAnswer } from '@lamella/store'
import { inputProblem } from './check-input.ts'
import type { CallTool, SearchableTool, ToolSearchOptions } from './contract.ts'
import { callToolName, findToolName, type KnownTools } from './known-tools.ts'

type Execute = (input: unknown, options: object) => unknown
type Piece = Readonly<Record<string, unknown>>
type Approval = (input: unknown, options: unknown) => boolean | PromiseLike<boolean>

/**
 * Makes the tool with which a model calls what it found, for models that take no tools in the middle of a conversation. It
 * calls only tools of the host that the scope may use, with an input that fits their schema.
 */
export function makeCallTool(options: ToolSearchOptions, known: KnownTools): CallTool {
  const { approvals = 'none', onError } = options
  const tool = readyTool({
    name: callToolName,
    description: `Calls a tool that ${findToolName} has found, by its exact name, with an input that fits its parameters.`,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200, description: 'The name of the tool.' },
      input: { type: 'object', description: 'The input, as the parameters of the tool describe it.' },
    },
    required: ['name', 'input'],
    onError,
    run: async (given, { scope = options.scope, signal }) => {
      const name = String(given.get('name'))
      const called = known(name, scope)
      if (called?.execute === undefined)
        return refusal(`There is no tool with this name to call. Use ${findToolName} first.`)
      if (approvals === 'none' && called.needsApproval !== undefined && called.needsApproval !== false) {
        return refusal(`${name} needs a person's approval, which cannot be asked for here. Continue without it.`)
      }
      const checked = await checkInput(options, called, given.get('input'))
      if ('problem' in checked) return refusal(`${name}: ${checked.problem}.`)
      try {
        const execute = called.execute as Execute
        const more = { ...(scope && { scope }), ...(signal && { signal, abortSignal: signal }) }
        let output = await execute.call(called, checked.value, more)
        // In the AI SDK, the last value of an async iterable is the result, and those before it show progress.
        if (Symbol.asyncIterator in Object(output))
          for await (const value of output as AsyncIterable<unknown>) output = value
        return await answerOf(called, checked.value, output)
      } catch (error) {
        onError?.(error, name)
        return refusal(`${name} has failed. Continue without it, or try again later.`)
      }
    },
  })
  return Object.freeze({
    ...tool,
    needsApproval: async (given: unknown, call?: unknown) => {
      if (!isObject(given) || typeof given['name'] !== 'string') return false
      const called = known(given['name'], scopeOf(call) ?? options.scope)
      const needs = called?.needsApproval
      if (typeof needs !== 'function') return needs === true
      const checked = called === undefined ? undefined : await checkInput(options, called, given['input'])
      // A call with an invalid input is refused, so there is nothing to approve.
      if (checked === undefined || 'problem' in checked) return false
      return (needs as Approval).call(called, checked.value, call ?? {})
    },
  })
}

type Checked = { readonly value: unknown } | { readonly problem: string }

async function checkInput(options: ToolSearchOptions, tool: SearchableTool, given: unknown): Promise<Checked> {
  const input = objectIn(given)
  const standard = (tool.inputSchema as { readonly '~standard'?: { readonly validate?: unknown } })['~standard']
  if (typeof standard?.validate === 'function') {
    const result = (await standard.validate(input)) as {
      readonly value?: unknown
      readonly issues?: readonly { readonly message: string }[]
    }
    const [issue] = result.issues ?? []
    return issue === undefined ? { value: result.value } : { problem: `the input is invalid: ${issue.message}` }
  }
  const schema = jsonSchemaOf(tool.inputSchema, tool.name)
  const value = withoutNulls(schema, input)
  const problem = (options.validate ?? inputProblem)(schema, value)
  return problem === undefined ? { value } : { problem }
}

/** Leaves out each null that stands for an optional property: models write it in its place, and the schema refuses it. */
function withoutNulls(schema: unknown, input: unknown): unknown {
  if (!isObject(schema) || !isObject(input)) return input
  const { properties, required } = schema
  if (!isObject(properties)) return input
  const isNone = (key: string): boolean =>
    input[key] === null &&
    Object.hasOwn(properties, key) &&
    !(Array.isArray(required) && required.includes(key)) &&
    inputProblem(properties[key], null) !== undefined
  return Object.fromEntries(Object.entries(input).filter(([key]) => !isNone(key)))
}

/**
 * Returns the object that a text is: models write a nested input as text at times (anthropics/claude-code#59227,
 * anomalyco/opencode#28472). No tool takes anything but an object.
 */
function objectIn(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    const read: unknown = JSON.parse(input)
    return isObject(read) ? read : input
  } catch {
    return input
  }
}

/** Returns what a tool answered, as a text. Its images and files have no place in one. */
async function answerOf(tool: SearchableTool, input: unknown, output: unknown): Promise<ToolAnswer> {
  const toModelOutput = tool.toModelOutput as
    | ((call: { readonly toolCallId: string; readonly input: unknown; readonly output: unknown }) => unknown)
    | undefined
  const shown = toModelOutput === undefined ? output : await toModelOutput.call(tool, { toolCallId: '', input, output })
  if (!isObject(shown) || (toModelOutput === undefined && !isOutput(shown)))
    return mcpAnswer(tool, shown) ?? answer(textOf(shown))
  const { type, value } = shown
  if (type === 'content') return contentAnswer(tool, value)
  if (type === 'execution-denied') return refusal(`${tool.name} was not run.`)
  const isError = type === 'error-text' || type === 'error-json'
  return isError ? refusal(textOf(value)) : answer(textOf(value))
}

/**
 * Reads the result of an MCP server's tool, as its client returns it; `undefined` for everything else.
 * Source: MCP 2025-11-25, `CallToolResult`, read 2026-12-01.
 */
function mcpAnswer(tool: SearchableTool, result: unknown): ToolAnswer | undefined {
  const { content, structuredContent, isError, _meta, resultType, ...others } = Object(result) as Piece
  if (!Array.isArray(content) || Object.keys(others).length > 0 || !content.every(isMcpBlock)) return undefined
  if (content.length === 0 && structuredContent === undefined) return undefined
  const read = content.length > 0 ? contentAnswer(tool, content) : answer(textOf(structuredContent))
  return isError === true ? refusal(read.value) : read
}

function isMcpBlock(piece: unknown): boolean {
  if (!isObject(piece) || typeof piece['type'] !== 'string') return false
  const { text, data, uri, resource } = piece
  return [text, data, uri].some((one) => typeof one === 'string') || isObject(resource)
}

/** The texts of several pieces, which the tools of MCP clients answer with, and what else there was. */
function contentAnswer({ name }: SearchableTool, value: unknown): ToolAnswer {
  const pieces = (Array.isArray(value) ? value : []).filter(isObject)
  const texts = pieces.flatMap((piece) => textOfPiece(piece) ?? [])
  const others = pieces.filter((piece) => textOfPiece(piece) === undefined)
  if (others.length === 0) return answer(texts.join('\n'))
  const files = 'which only a direct call can show'
  if (texts.length === 0) return refusal(`${name} answers with files, ${files}.`)
  const what = others.map(({ type, mimeType, mediaType = mimeType }) => String(mediaType ?? type))
  return answer([...texts, `[${what.join(', ')} left out, ${files}]`].join('\n'))
}

/** The text of a piece, of an embedded resource, or the address of a linked one. */
function textOfPiece({ type, text, resource, uri }: Piece): string | undefined {
  const shown = type === 'text' ? text : type === 'resource_link' ? uri : isObject(resource) && resource['text']
  return typeof shown === 'string' ? shown : undefined
}

/** Whether a tool without `toModelOutput` returns an output for the model, as those of an MCP server do. */
function isOutput({ type, value, ...others }: Readonly<Record<string, unknown>>): boolean {
  if (Object.keys(others).some((key) => key !== 'providerOptions')) return false
  if (type === 'text' || type === 'error-text') return typeof value === 'string'
  if (type === 'content') return Array.isArray(value) && value.every(isObject)
  return (type === 'json' || type === 'error-json') && value !== undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function scopeOf(call: unknown): Scope | undefined {
  const scope = isObject(call) ? call['scope'] : undefined
  return isObject(scope) ? (scope as unknown as Scope) : undefined
}
