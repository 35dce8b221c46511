import { LamellaError } from '@lamella/core'
import { isSeenBy } from '@lamella/core/plugin'
import { type ReadyTool, type ReadyToolInit, readyTool, refusal, type ToolAnswer } from '@lamella/store'
import type { ToolCall, ToolSettings } from './contract.ts'

/** A tool of a set, before its scope is known. */
export interface ToolInit extends Pick<ReadyToolInit, 'name' | 'description' | 'properties' | 'required'> {
  /** Whether the tool shows data that is for some kinds of session only. */
  readonly isPersonal: boolean
  run(call: ToolCall): Promise<ToolAnswer>
}

/** Makes a tool that runs for the scope of its set or of the call. What the model wrote never has a part in the scope. */
export function makeTool({ isPersonal, run, ...init }: ToolInit, settings: ToolSettings): ReadyTool {
  return readyTool({
    ...init,
    onError: settings.onError,
    run: (input, { scope = settings.scope, signal = new AbortController().signal }) => {
      if (scope === undefined) throw noScope(init.name)
      if (isPersonal && !isSeenBy(settings.audience, scope.kind)) {
        return refusal(`${init.name} is not available in this kind of session. Continue without it.`)
      }
      return run({ input, scope, signal })
    },
  })
}

function noScope(tool: string): LamellaError<'SCOPE_INVALID'> {
  return new LamellaError({
    code: 'SCOPE_INVALID',
    what: `The tool '${tool}' was called without a scope.`,
    fix: 'Pass `scope` to contextTools(), or with each call.',
    details: { key: 'tenant' },
  })
}
