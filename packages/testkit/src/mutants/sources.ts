import type { Notice, Scope, SourceRequest } from '@lamella/core'
import { inTurns, type Mutant } from './mutant.ts'

/** A source as a function of whom it is asked for. */
export type Reads<Answer> = (scope: Scope, request: SourceRequest) => Promise<Answer>

/** What a correct source gives, and what is given to those who have nothing. */
export interface CorrectSource<Answer> {
  own(): Answer
  none(): Answer
  /** The same as another instance would have it, if it were wrong. */
  other(): Answer
  withNotices(notices: readonly Notice[]): Answer
  /** Something that is not of the form of the contract. */
  misshapen(): unknown
}

const hangs = new Promise<never>(() => {})

/** A correct source of Ada: everybody else has nothing. */
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
  /** Gives Ada something else. */
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
      name: 'is of a version that there is not',
      make: () => ({ ...make(good), spec: 2 }),
    },
    instead('FORM', 'gives what is not of the contract', correct.misshapen),
    noticing('has a notice without a code', undefined, 'The file is long.'),
    noticing('has a sentence for a code', 'File too long', 'The file is long.'),
    noticing('has a notice that says nothing', 'FILE_LONG', ' '),
    instead('NOTICES', 'has a notice with an empty fix', () =>
      correct.withNotices([{ code: 'FILE_LONG', what: 'The file is long.', fix: '' }]),
    ),
    noticing('has a number in the details of a notice that JSON does not have', 'FILE_LONG', 'The file is long.', {
      at: Number.NaN,
    }),
    fault('SCOPES', "takes an agent's name for a path", () => async (scope, request) => {
      if (scope.agent?.includes('..')) throw new Error('ENOENT: no such file or directory')
      return good(scope, request)
    }),
    fault('SCOPES', 'has nobody of that name, and throws', () => async (scope, request) => {
      if (scope.tenant === 'acme' && scope.agent !== undefined && /[^a-z]/.test(scope.agent)) throw new Error('nobody')
      return good(scope, request)
    }),
    fault('STABLE', 'gives something else once somebody else has asked', () => {
      let isDisturbed = false
      return async (scope, request) => {
        isDisturbed ||= scope.tenant !== 'acme'
        return isDisturbed && scope.tenant === 'acme' && scope.user === 'ada' ? correct.other() : good(scope, request)
      }
    }),
    {
      code: `${prefix}_STABLE`,
      name: 'gives something else in every instance',
      make: inTurns((odd) => make(odd ? readsOf({ ...correct, own: correct.other }) : good)),
    },
    fault('PURE', 'notes in the scope that it was here', () => async (scope, request) => {
      const answer = await good(scope, request)
      if (!Object.isFrozen(scope)) Object.assign(scope, { seen: true })
      return answer
    }),
    fault('PURE', 'takes the user out of the scope and puts it back', () => async (scope, request) => {
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
      'looks at the tenant alone',
      () =>
        async ({ tenant }) =>
          tenant === 'acme' ? correct.own() : correct.none(),
    ),
  ]
}
