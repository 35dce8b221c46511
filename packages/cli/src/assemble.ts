import { type Context, createContext, type Observer, type Scope } from '@lamella/core'
import { readSession, workspace } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { type Format, formats } from './formats.ts'
import type { Io } from './io.ts'
import { defaultReserve, type RequestOptions } from './options.ts'
import { readMessage } from './read-message.ts'
import { readTools } from './read-tools.ts'

/** A context, and the format it is to be written in. */
export interface Assembled {
  readonly context: Context
  readonly format: Format
}

/**
 * Builds the context that the options describe: what both commands do before they print.
 *
 * @throws LamellaError of the libraries below, and those of `CliErrorDetails`
 */
export async function assemble(
  folder: string,
  options: RequestOptions,
  io: Io,
  observer: Observer = () => {},
): Promise<Assembled> {
  const format = formats.find(({ name }) => name === options.format) ?? formats[0]
  const { window, reserve = defaultReserve(window), model = format.model, encoding, without = [] } = options
  const layers = workspace(folder, { ranker: bm25() }).filter(({ name }) => !without.includes(name))
  const [tokenizer, session, tools, message] = await Promise.all([
    encoding === undefined ? format.tokenizer(model) : tiktoken(model, { fallback: encoding as 'o200k_base' }),
    options.session === undefined ? [] : readSession(options.session),
    options.tools === undefined ? [] : readTools(options.tools),
    readMessage(options.message, io.stdin),
  ])
  const context = await createContext()
    .use(layers)
    .tokenizer(tokenizer)
    .framing(format.framing({ model }))
    .parameters({ model })
    .observe(observer)
    .budget({ window, reserve })
    .build({
      scope: scopeOf(options),
      session,
      tools,
      now: options.now ?? io.now(),
      ...(message !== undefined && { message }),
    })
  return { context, format }
}

function scopeOf({ tenant, user, agent, kind }: RequestOptions): Scope {
  return { tenant, kind, ...(user !== undefined && { user }), ...(agent !== undefined && { agent }) }
}
