import { type BuildTracer, type Context, createContext, type Observer, type Scope } from '@lamella/core'
import { requestLimiter, requestLimits } from '@lamella/models'
import { workspace } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
import { limited, textOf } from './input-chunks.ts'
import type { Io } from './io.ts'
import type { RequestOptions } from './options.ts'
import { readTools } from './read-tools.ts'
import { type Target, targetOf } from './target.ts'
import { withConversation } from './with-conversation.ts'
import { inform } from './write.ts'

/** More than the largest window can hold. */
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
  const scope = scopeOf(options)
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

function scopeOf({ tenant, user, agent, kind }: RequestOptions): Scope {
  return { tenant, kind, ...(user !== undefined && { user }), ...(agent !== undefined && { agent }) }
}
