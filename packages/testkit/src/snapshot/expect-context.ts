import { type Context, LamellaError } from '@lamella/core'
import { type ContextSnapshotOptions, contextSnapshot } from '@lamella/runs'

/** What takes a snapshot: `expect` of vitest or jest, or the context that `node:test` passes to a test. */
export type SnapshotRunner =
  | ((text: string) => { toMatchSnapshot(): unknown })
  | { readonly assert: { readonly snapshot?: (text: string, options: NodeSnapshotOptions) => unknown } }

/** The part of `AssertSnapshotOptions` of `node:test` that is used. */
interface NodeSnapshotOptions {
  readonly serializers: ReadonlyArray<(value: string) => string>
}

/** A context to compare. */
export interface ExpectedContext {
  /**
   * Compares the context with its snapshot by the means of the runner, which also writes and updates the file.
   *
   * @throws the error of the runner if they differ
   */
  toMatchSnapshot(options?: ContextSnapshotOptions): void
}

/**
 * Compares what a context is made of with a snapshot: see `contextSnapshot`.
 *
 * @param runner Default: the global `expect`, as in jest.
 * @throws LamellaError `OPTION_INVALID` if the runner has no snapshots: `node:test` has them since Node 22.3
 * @example
 * expectContext(await builder.build(request), expect).toMatchSnapshot()
 */
export function expectContext(context: Pick<Context, 'tools' | 'report'>, runner?: SnapshotRunner): ExpectedContext {
  const taken = runner ?? (globalThis as { readonly expect?: SnapshotRunner }).expect
  return {
    toMatchSnapshot: (options) => {
      const text = contextSnapshot(context, options)
      if (typeof taken === 'function') taken(text).toMatchSnapshot()
      // Called on its object: it reads `this`. The default serializer would put the text on one line.
      else if (taken?.assert?.snapshot) taken.assert.snapshot(text, { serializers: [(value) => value] })
      else throw noSnapshots()
    },
  }
}

function noSnapshots(): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: 'expectContext: `runner` has no snapshots.',
    fix:
      'Pass `expect` of vitest or jest, or the context of a test of `node:test` (Node 22.3 or later). ' +
      'Elsewhere compare `contextSnapshot(context)` with a file.',
    details: { what: 'expectContext', option: 'runner' },
  })
}
