import type { Notice, Scope } from '@lamella/core'
import type { SourceRequest } from '@lamella/core/plugin'
import { inTurns, type Mutant } from './mutant.ts'

/** A source as a function of the scope. */
export type Reads<Answer> = (scope: Scope, request: SourceRequest) => Promise<Answer>

/** The answers of a correct source: for its own scope, and for scopes without data. */
export interface CorrectSource<Answer> {
  own(): Answer
  none(): Answer
  /** The text as a faulty second instance would return it. */
  other(): Answer
  withNotices(notices: readonly Notice[]): Answer
  /** A value that does not have the form of the contract. */
  misshapen(): unknown
}

const hangs = new Promise<never>(() => {})

/** A correct source with data for Ada only. */
export function readsOf<Answer>({ own, none }: CorrectSource<Answer>): Reads<Answer> {
  return async ({ tenant, user }) => (tenant === 'acme' && user === 'ada' ? own() : none())
}

/** The faults that all kinds of sources can have. */
export function sourceFaults<Source, Answer>(
  prefix: string,
  correct: CorrectSource<Answer>,
  make: (reads: Reads<Answer>) => Source,
): readonly Mutant<Source>[] {
  const good = readsOf(correct)
  const fault = (code: string, name: string, reads: () => Reads<Answer>): Mutant<Source> => ({
    code: `${prefix}_${code}`,
    name,
    make: () => make(reads()),
  })
  /** Returns something else for Ada. */
  const instead = (code: string, name: string, answer: () => unknown): Mutant<Source> =>
    fault(code, name, () => async (scope, request) => {
      const given = await good(scope, request)
      return scope.user === 'ada' && scope.tenant === 'acme' ? (answer() as Answer) : given
    })
  const noticing = (name: string, code: unknown, what: string, details?: object): Mutant<Source> =>
    instead('NOTICES', name, () => correct.withNotices([{ code, what, details } as Notice]))
  return [
    {
      code: `${prefix}_FIELDS`,
      name: 'has an unsupported contract version',
      make: () => ({ ...make(good), spec: 2 }),
    },
    instead('FORM', 'returns a value that violates the contract', correct.misshapen),
    noticing('returns a notice without a code', undefined, 'The file is long.'),
    noticing('returns a notice with a sentence as its code', 'File too long', 'The file is long.'),
    noticing('returns a notice without a description', 'FILE_LONG', ' '),
    instead('NOTICES', 'returns a notice with an empty fix', () =>
      correct.withNotices([{ code: 'FILE_LONG', what: 'The file is long.', fix: '' }]),
    ),
    noticing(
      'returns a notice with a number in its details that JSON cannot represent',
      'FILE_LONG',
      'The file is long.',
      {
        at: Number.NaN,
      },
    ),
    fault('SCOPES', "uses an agent's name as a path", () => async (scope, request) => {
      if (scope.agent?.includes('..')) throw new Error('ENOENT: no such file or directory')
      return good(scope, request)
    }),
    fault('SCOPES', 'throws for an unknown agent', () => async (scope, request) => {
      if (scope.tenant === 'acme' && scope.agent !== undefined && /[^a-z]/.test(scope.agent)) throw new Error('nobody')
      return good(scope, request)
    }),
    fault('STABLE', 'returns something else after a read for another scope', () => {
      let isDisturbed = false
      return async (scope, request) => {
        isDisturbed ||= scope.tenant !== 'acme'
        return isDisturbed && scope.tenant === 'acme' && scope.user === 'ada' ? correct.other() : good(scope, request)
      }
    }),
    {
      code: `${prefix}_STABLE`,
      name: 'returns something else in every instance',
      make: inTurns((odd) => make(odd ? readsOf({ ...correct, own: correct.other }) : good)),
    },
    fault('PURE', 'writes a mark into the scope', () => async (scope, request) => {
      const answer = await good(scope, request)
      if (!Object.isFrozen(scope)) Object.assign(scope, { seen: true })
      return answer
    }),
    fault('PURE', 'removes the user from the scope and puts it back', () => async (scope, request) => {
      const { user } = scope
      Object.assign(scope, { user })
      return good(scope, request)
    }),
    fault(
      'ABORT',
      'hangs when it is aborted',
      () => async (scope, request) => (request.signal.aborted ? hangs : good(scope, request)),
    ),
    fault('ABORT', 'remembers that it was aborted', () => {
      let isAborted = false
      return async (scope, request) => {
        isAborted ||= request.signal.aborted
        return isAborted ? correct.none() : good(scope, request)
      }
    }),
    fault(
      'ISOLATION',
      'checks the tenant only',
      () =>
        async ({ tenant }) =>
          tenant === 'acme' ? correct.own() : correct.none(),
    ),
  ]
}
