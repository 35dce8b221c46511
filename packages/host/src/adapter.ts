import type { BuiltContext, Context, Notice } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import { type Checks, checkOptions, mustBeOneOf, mustHaveMethod, mustObserve } from '@lamella/core/plugin'
import { countsAfter, type RunCounts } from '@lamella/runs'
import { mustKeepRuns, withoutMarksFromOutside, withStaleThinking } from '@lamella/store'
import { withQuestion } from './answer.ts'
import { buildWith } from './build-with.ts'
import type { AdaptedRequest, Adapter, AdapterOptions, AdapterRequest } from './contract/adapter.ts'

const checks: Checks<AdapterOptions> = {
  builder: mustHaveMethod('stages'),
  assembler: mustHaveMethod('assemble'),
  sessions: (store) => mustKeepRuns(store, 'page', 'read', 'info', 'append'),
  history: mustBeOneOf(['session', 'host']),
  observe: mustObserve,
  marks: (key) => (/^lamella:./.test(String(key)) ? undefined : "must begin with 'lamella:'"),
}

/**
 * Creates the engine of an adapter: it turns each request of a host's loop into a context, whose requests extend each other
 * where there is a session.
 *
 * @param what The function of the adapter, as its user writes it, for errors.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const adapter = createAdapter('lamella', { builder, sessions })
 * const { context, answered } = await adapter.next({ scope, session: 'telegram_4711', messages })
 * await answered([await ask(context)])
 */
export function createAdapter<Needs extends object = object>(
  what: string,
  options: AdapterOptions<Needs>,
): Adapter<Needs> {
  const { builder, assembler, sessions, history, observe, marks } = checkOptions<AdapterOptions>(
    what,
    options as AdapterOptions,
    checks,
  )
  const by = builder ? buildWith(builder, observe) : assembler
  if (by === undefined || (builder && assembler)) {
    throw invalid(what, 'builder', 'pass either a builder or an assembler.')
  }
  if (assembler && (sessions === undefined || history === 'host')) {
    throw invalid(what, 'assembler', "an assembler needs sessions, the store of its sessions, and not history: 'host'.")
  }
  if (assembler && observe !== undefined) {
    throw invalid(what, 'observe', 'pass it to the assembler, which builds its own requests.')
  }
  /** How the provider counts with each model, for requests without a session: of what was said, nothing is kept. */
  let learned: RunCounts | undefined
  return {
    next: async (request: AdapterRequest<Needs>): Promise<AdaptedRequest> => {
      const given = request.messages.map((message) => withoutMarksFromOutside(message, marks))
      const own = { ...request, messages: given } as AdapterRequest
      const { session: id } = own
      if (sessions && id !== undefined) {
        // An adapter without sessions loads nothing that stores runs.
        const { nextInHost, nextInSession } = await import('./next-in-session.ts')
        return history === 'host' && typeof by === 'function'
          ? nextInHost({ sessions, id, build: by }, own)
          : nextInSession({ sessions, id, by, marks }, own)
      }
      if (typeof by !== 'function') throw noSession()
      const { before, message } = withQuestion(own.messages)
      const build = async (asked: AdapterRequest): Promise<AdaptedRequest> => {
        const context = await by(asked, {
          session: before,
          ...(message && { message }),
          ...(sessions && { notices: [sessionNotNamed] }),
          counts: learned,
          refused: asked.refused,
        })
        if (asked.refused) learned = context.counts
        return {
          context: withValidThinking(context),
          answered: async (_, { usage } = {}) => {
            if (usage) learned = countsAfter(context.run, usage)
            return undefined
          },
          counted: async (usage) => {
            learned = countsAfter(context.run, usage)
          },
          refused: (refused) => {
            learned = context.counts
            return build({ ...asked, refused })
          },
        }
      }
      return build(own)
    },
  }
}

/**
 * Marks all thinking as stale if something gave way. Without a run, what the model was sent before is unknown, and the newest
 * ones refuse thinking that was made after anything else.
 */
function withValidThinking(context: BuiltContext): Context {
  const { system, messages, tools, parameters, report } = context
  const isCut = Object.values(report.layers).some(
    ({ shortened, dropped, omitted }) => shortened + dropped + omitted.length > 0,
  )
  return isCut ? { system, messages: messages.map(withStaleThinking), tools, parameters, report } : context
}

function invalid(what: string, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `${what}: ${problem}`,
    fix: `Correct the options passed to ${what}().`,
    details: { what, option },
  })
}

const sessionNotNamed: Notice = {
  code: 'SESSION_NOT_NAMED',
  what: 'The call names no session: although sessions are configured, nothing of it is kept, and it extends no request.',
  fix: 'Name the session of the call, or configure no sessions.',
}

function noSession(): LamellaError<'REQUEST_INVALID'> {
  return new LamellaError({
    code: 'REQUEST_INVALID',
    what: 'The request names no session, and an assembler reads the conversation from one.',
    fix: 'Name the session of each call, or use a builder.',
    details: { key: 'session' },
  })
}
