import { defineLayer, type Layer, type LayerRequest } from '@lamella/core'
import {
  type Check,
  checkOptions,
  isObject,
  mustBeBoolean,
  mustBeOneOf,
  mustBeText,
  mustBeTexts,
} from '@lamella/core/plugin'
import { oneLine } from './shared/plain-text.ts'

/** Options of `bootstrap`. What is not given is not shown. */
export interface BootstrapOptions {
  /** Name of the agent. */
  readonly name?: string
  /** What the agent can do, a few words each. */
  readonly capabilities?: readonly string[]
  readonly version?: string
  /** Where the agent runs: one text, or facts by name in the order given. */
  readonly environment?: string | Readonly<Record<string, string>>
  /** Path of the workspace, as the agent's tools know it. */
  readonly workspace?: string
  /** Whether the number of the request's tools is told. Default `false`: the model sees the tools themselves. */
  readonly toolCount?: boolean
  /**
   * How much of the request's time (`now`) is told, in UTC and ISO 8601. Default `'day'`: the layer stands near the top,
   * so a clock in it makes all that follows new to the provider's cache at every turn. `'minute'` says that by its
   * stability, which is then `turn`.
   */
  readonly clock?: 'day' | 'minute' | 'none'
}

/**
 * What the agent is and where it runs: name, version, capabilities, environment, workspace, number of tools, date:
 * those that are asked for. Order 200, priority 900, stability `session` (`turn` with `clock: 'minute'`). One fragment,
 * `bootstrap`, pinned; none where there is nothing to tell. Without `now` in the request there is no date.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const context = await createContext()
 *   .use(bootstrap({ name: 'Kim', version: '1.4.0', capabilities: ['calendar', 'e-mail'] }))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, message: 'What day is it?', now: new Date() })
 */
export function bootstrap(options: BootstrapOptions = {}): Layer<'bootstrap'> {
  const {
    clock = 'day',
    toolCount = false,
    ...facts
  } = checkOptions('bootstrap', options, {
    name: mustBeText,
    capabilities: mustBeTexts,
    version: mustBeText,
    environment: isTextOrFacts,
    workspace: mustBeText,
    toolCount: mustBeBoolean,
    clock: mustBeOneOf(['day', 'minute', 'none']),
  })
  const fixed = fixedLines(facts)
  return defineLayer('bootstrap', {
    order: 200,
    priority: 900,
    stability: clock === 'minute' ? 'turn' : 'session',
    load: ({ now, tools }: LayerRequest) => {
      // What changes most often stands last, so that a new day leaves as much of the prefix as it can.
      const lines = [...fixed, ...(toolCount ? [`Tools available: ${tools.length}`] : [])]
      if (now !== undefined && clock !== 'none') lines.push(timeLine(now, clock))
      if (lines.length === 0) return []
      return [{ id: 'bootstrap', content: lines.join('\n'), pinned: true, origin: { by: 'owner' } }]
    },
  })
}

function fixedLines({ name, version, capabilities = [], environment, workspace }: BootstrapOptions): readonly string[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Agent', name],
    ['Version', version],
    ['Capabilities', capabilities.map(oneLine).filter(Boolean).join(', ')],
    ...(typeof environment === 'object' ? Object.entries(environment) : [['Environment', environment] as const]),
    ['Workspace', workspace],
  ]
  return facts.flatMap(([label, value]) => {
    const text = oneLine(value ?? '')
    return text === '' ? [] : `${oneLine(label)}: ${text}`
  })
}

function timeLine(now: Date, clock: 'day' | 'minute'): string {
  const [day = '', time = ''] = now.toISOString().split('T')
  return clock === 'day' ? `Date: ${day} (UTC)` : `Date and time: ${day}T${time.slice(0, 5)}Z`
}

const isTextOrFacts: Check = (value) =>
  typeof value === 'string' || (isObject(value) && Object.values(value).every((fact) => typeof fact === 'string'))
    ? undefined
    : 'must be a string, or an object of strings'
