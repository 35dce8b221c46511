import type { BuildTracer } from '@lamella/core'
import type { BuildPart, PartEnd, PartTracer } from '@lamella/core/plugin'
import { type Context, context } from '@opentelemetry/api'
import { contentOf } from './content.ts'
import { genAi, lamella, operations } from './conventions.ts'
import { checkTelemetry, type TelemetryOptions } from './options.ts'
import { recordReport, reportAttributes } from './report-telemetry.ts'
import { createTelemetry, type Operation, type OperationStart, type Telemetry } from './telemetry.ts'

/**
 * Creates a tracer of builds: a span for each build, in it one for each layer that loads and one for the planning, and
 * metrics. It does nothing until an SDK of OpenTelemetry is registered.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * createContext().observe(openTelemetry())
 */
export function openTelemetry(options: TelemetryOptions = {}): BuildTracer {
  const telemetry = createTelemetry(checkTelemetry('openTelemetry', options))
  return { begin: (part) => (telemetry.isListening() ? tracePart(telemetry, part) : undefined) }
}

function tracePart(telemetry: Telemetry, part: BuildPart, parent?: Context): PartTracer | undefined {
  const operation = telemetry.begin(startOf(part), parent)
  if (!operation) return undefined
  return {
    run: (work) => context.with(operation.context, work),
    begin: (inner) => tracePart(telemetry, inner, operation.context),
    end: (how) => {
      try {
        describe(operation, telemetry.content, how)
      } finally {
        operation.end(how.error)
      }
    },
  }
}

function startOf(part: BuildPart): OperationStart {
  switch (part.type) {
    case 'build': {
      const { model } = part.parameters
      const { session, scope } = part.request
      const id = (session && 'id' in session ? session.id : undefined) ?? scope?.session
      return {
        name: operations.build,
        target: model,
        ...(model !== undefined && { dimensions: { [genAi.model]: model } }),
        ...(id !== undefined && { attributes: { [genAi.conversation]: id } }),
      }
    }
    case 'load':
      return { name: operations.load, target: part.layer, dimensions: { [lamella.layer]: part.layer } }
    case 'plan':
      return { name: operations.plan }
    default:
      part satisfies never
      return part
  }
}

function describe({ isRecording, instruments, set }: Operation, content: boolean, how: PartEnd): void {
  if (!how.context) return
  const { report, parameters } = how.context
  if (instruments) recordReport(instruments, report, parameters.model)
  if (isRecording) set(reportAttributes(report))
  // Last: a value that cannot be JSON, such as a BigInt in a call, must not cost the others.
  if (isRecording && content) set(contentOf(how.context))
}
