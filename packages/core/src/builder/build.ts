import type { BuiltContext } from '../contract/context.ts'
import type { BuildRequest } from '../contract/request.ts'
import type { Settings } from './settings.ts'
import { withStages } from './stages.ts'

/**
 * Builds a request on its own, in one direction: collect and measure (`load`), plan and compose (`fit`), report
 * (`finish`). Two machines with the same input produce the same bytes.
 */
export function build(settings: Settings, request: BuildRequest): Promise<BuiltContext> {
  return withStages(settings, request, async (stages) => {
    const loaded = await stages.load()
    const fitted = stages.plan(() => stages.fit(loaded))
    return stages.finish({ loaded, fitted })
  })
}
