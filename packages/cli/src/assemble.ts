import { type BuildTracer, type Context, createContext, type Observer, type ToolDefinition } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { requestLimiter, requestLimits } from '@lamella/models'
import { workspace } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
import { limited, parseJson, readText, textOf } from './input-chunks.ts'
import type { Io } from './io.ts'
import type { RequestOptions } from './options.ts'
import { cliError } from './problem.ts'
import { scopeOf } from './scope-options.ts'
import { type Target, targetOf } from './target.ts'
import { withConversation } from './with-conversation.ts'
import { inform } from './write.ts'

/** More than the largest window can hold, and than providers take as tools. */
const maxBytes = 32 * 1024 ** 2

/**
 * Returns the new message: as given, or all of standard input for `-`, without the final line break.
 *
 * @throws LamellaError `INPUT_TOO_LARGE`
 */
async function readMessage(given: string | undefined, stdin: Io['stdin']): Promise<string | undefined> {
  return given === '-' ? (await textOf(limited(stdin, '-', maxBytes))).replace(/\r?\n$/, '') : given
}

/** A context, and its target. */
export interface Assembled {
  readonly context: Context
  readonly target: Target
}

/**
 * Builds the context that the options describe, for all commands.
 *
 * @throws LamellaError of the libraries used, and those of `CliErrorDetails`
 */
export async function assemble(
  folder: string,
  options: RequestOptions,
  io: Io,
  observers: readonly (Observer | BuildTracer)[] = [],
): Promise<Assembled> {
  const { without = [], loadSkillsWith } = options
  const skills = loadSkillsWith === undefined ? {} : { loadWith: loadSkillsWith }
  const layers = workspace(folder, { ranker: bm25(), skills }).filter(({ name }) => !without.includes(name))
  const [target, tools, message] = await Promise.all([
    targetOf(options),
    options.tools === undefined ? [] : readTools(options.tools),
    readMessage(options.message, io.stdin),
  ])
  const { format, model, window, reserve, tokenizer, derived } = target
  const wire = await format.load()
  for (const line of derived) inform(io, `lamella: ${line}`)
  const scope = { ...scopeOf(options), kind: options.kind }
  const plain = createContext()
    .use(layers)
    .tokenizer(tokenizer)
    .framing(wire.framingFor({ model }))
    .parameters({ model })
    .budget({ window, reserve, limits: requestLimiter(requestLimits(model, { format: format.name })) })
  const builder = observers.reduce((observed, observer) => observed.observe(observer), plain)
  const context = await withConversation({ ...options, format: format.name }, scope, (session) => {
    const now = options.now ?? io.now()
    return builder.build({ scope, session, tools, now, ...(message !== undefined && { message }) })
  })
  return { context, target }
}

/**
 * Reads tool definitions from a JSON file: a list, or an object with a list `tools`; each in Lamella's form (`{ name,
 * description?, inputSchema }`) or in OpenAI Chat format (`{ type: 'function', function }`).
 *
 * @throws LamellaError `TOOLS_UNREADABLE`, `TOOLS_INVALID`, `INPUT_TOO_LARGE`
 */
async function readTools(file: string): Promise<readonly ToolDefinition[]> {
  const text = await readText(file, maxBytes, (code, cause) => {
    const fix = 'Check the path, and make sure it is a readable file.'
    return cliError('TOOLS_UNREADABLE', `The tools file '${file}' cannot be read (${code}).`, fix, { file }, cause)
  })
  const value = parseJson(text, (problem, cause) => invalid(file, problem, cause))
  const list = isObject(value) ? value['tools'] : value
  if (!Array.isArray(list)) throw invalid(file, 'is not a list of tools')
  return list.map((item, index) => toTool(item) ?? fail(file, index))
}

/** Converts a tool to Lamella's form; returns `undefined` for other values. */
function toTool(item: unknown): ToolDefinition | undefined {
  if (!isObject(item)) return undefined
  const given = isObject(item['function']) ? item['function'] : item
  // A function without `parameters` accepts none, as in OpenAI's API.
  const { name, description, inputSchema = given['parameters'] ?? { type: 'object', properties: {} } } = given
  if (typeof name !== 'string' || name === '' || !isObject(inputSchema)) return undefined
  if (description === undefined) return { name, inputSchema }
  return typeof description === 'string' ? { name, description, inputSchema } : undefined
}

function fail(file: string, index: number): never {
  throw invalid(file, `has a value at [${index}] that is not a tool definition`)
}

function invalid(file: string, problem: string, cause?: unknown): Error {
  const fix = 'Write a JSON list of { "name", "description", "inputSchema" }, or of tools in OpenAI Chat format.'
  return cliError('TOOLS_INVALID', `The tools file '${file}' ${problem}.`, fix, { file }, cause)
}
