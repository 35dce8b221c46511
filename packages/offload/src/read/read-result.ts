import { LamellaError, type Scope } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  mustBeFunction,
  mustBeObject,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import type { BlobStore, SessionStore } from '@lamella/store'
import { answer, type ReadyTool, readerName, readyTool, refusal } from '@lamella/store'
import { createFindContent } from './find-content.ts'
import { readText } from './read-text.ts'
import { resolveHandle } from './resolve-handle.ts'
import { createWork } from './work.ts'

/** Options of `readResult`. */
export interface ReadResultOptions {
  /** The store of the sessions: what gave way in a request is read from there. */
  readonly sessions: Pick<SessionStore, 'read'>
  /** Where contents were put. */
  readonly blobs: Pick<BlobStore, 'info' | 'read' | 'list'>
  /** The owner of the session and its id (`session`), for hosts that do not pass a scope with each call. */
  readonly scope?: Scope
  /** The most characters (UTF-16 units) of an answer. At least 500, default 8,000. */
  readonly maxCharacters?: number
  /** Receives errors that the model did not cause, such as a failing store. */
  readonly onError?: (error: unknown, tool: string) => void
}

/** What an answer says about its text has room in it. */
const aboutText = 300

const checks: Checks<ReadResultOptions> = {
  sessions: mustHaveMethod('read'),
  blobs: mustHaveMethod('read'),
  scope: mustBeObject,
  maxCharacters: mustBeWhole(500),
  onError: mustBeFunction,
}

/**
 * Creates the tool `read_result`, with which a model reads what a handle stands for: a content that was put aside
 * (`blob:…`), or a message of the session (`m42`; `m42.2` for its second part). It reads by page, by lines, by a regular
 * expression that takes linear time, or by a JSON path; answers are bounded and say what is left. Pass it to `contextTools`
 * as `more`, or to a tool set of your own.
 *
 * The session is the host's, never the model's: `scope.session` of the options or of the call.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const tools = contextTools({ more: [readResult({ sessions, blobs, scope: { tenant: 'acme', session: 'telegram_4711' } })] })
 */
export function readResult(options: ReadResultOptions): ReadyTool {
  const {
    sessions,
    blobs,
    scope: own,
    maxCharacters = 8_000,
    onError,
  } = checkOptions('readResult', options, checks, ['sessions', 'blobs'])
  const findContent = createFindContent()
  return readyTool({
    name: readerName,
    description:
      'Reads what is shown in part or no longer, by its handle. Use pattern or path; without them it is read page by page.',
    properties: {
      handle: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description: 'blob:… or m42, as it stands in a message; session: search all messages.',
      },
      pattern: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'Regular expression (RE2): shows matching lines.',
      },
      context: { type: 'integer', minimum: 0, maximum: 20, description: 'Lines around each match.' },
      lines: { type: 'string', maxLength: 40, description: '10-40, 10-, or -40 for the last 40.' },
      path: {
        type: 'string',
        maxLength: 500,
        description: 'Part of JSON: $.rows[0], $.rows[*].id.',
      },
      page: { type: 'integer', minimum: 1, maximum: 10_000_000, description: 'The next part of a long answer.' },
    },
    required: ['handle'],
    onError,
    run: async (input, { scope = own, signal }) => {
      const session = scope?.session ?? (isSameOwner(scope, own) ? own?.session : undefined)
      if (scope === undefined || session === undefined) throw noSession()
      const place = { sessions, blobs: blobs as BlobStore, scope, session, findContent }
      const source = await resolveHandle(place, String(input.get('handle')))
      if (typeof source === 'string') return refusal(source)
      const text = (name: string): string | undefined => input.get(name) as string | undefined
      const read = await readText(source, {
        lines: text('lines'),
        pattern: text('pattern'),
        path: text('path'),
        context: (input.get('context') as number | undefined) ?? 0,
        page: (input.get('page') as number | undefined) ?? 1,
        size: maxCharacters - aboutText,
        work: createWork(signal),
      })
      return typeof read === 'string' ? refusal(read) : answer(`${source.handle}: ${read.about}\n\n${read.text}`)
    },
  })
}

/** Whether a scope is of the owner whose session is known. */
function isSameOwner(scope: Scope | undefined, own: Scope | undefined): boolean {
  return scope?.tenant === own?.tenant && scope?.user === own?.user && scope?.agent === own?.agent
}

function noSession(): LamellaError<'SCOPE_INVALID'> {
  return new LamellaError({
    code: 'SCOPE_INVALID',
    what: `The tool '${readerName}' was called without a session.`,
    fix: 'Pass `scope` with `session` to readResult(), or with each call.',
    details: { key: 'session' },
  })
}
