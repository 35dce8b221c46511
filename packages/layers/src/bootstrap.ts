import { defineLayer, type Fragment, type Layer, type LayerRequest } from '@lamella/core'
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
import { keptTexts } from './shared/shorter.ts'

/** Options of `bootstrap`. Omitted fields are not shown. */
export interface BootstrapOptions {
  /** Name of the agent. */
  readonly name?: string
  /** What the agent can do, a few words each. */
  readonly capabilities?: readonly string[]
  readonly version?: string
  /** Where the agent runs: one text, or named facts, shown in the given order. */
  readonly environment?: string | Readonly<Record<string, string>>
  /** Path of the workspace, as the agent's tools know it. */
  readonly workspace?: string
  /** Whether to show the number of tools in the request. Default `false`: the model sees the tools themselves. */
  readonly toolCount?: boolean
  /**
   * How much of the request's time (`now`) to show, in UTC and ISO 8601. Default `'day'`: the layer is near the top, so
   * a clock in it would invalidate the provider's cache for everything after it on every turn. With `'minute'` the
   * stability is `turn`.
   */
  readonly clock?: 'day' | 'minute' | 'none'
}

/**
 * Creates the bootstrap layer: what the agent is and where it runs (name, version, capabilities, environment,
 * workspace, number of tools and date, as configured). Order 200, priority 900, stability `session` (`turn` with
 * `clock: 'minute'`). Two pinned fragments, `bootstrap` and `clock`, or none if there is nothing to show. Without `now` in
 * the request no date is shown. In a run a new date is announced with the next user message; the rest waits for the
 * next epoch.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const context = await createContext()
 *   .use(bootstrap({ name: 'Kim', version: '1.4.0', capabilities: ['calendar', 'e-mail'] }))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, now: new Date() })
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
      // The most volatile line comes last, so that a new day keeps as much of the cached prefix as possible.
      const lines = [...fixed, ...(toolCount ? [`Tools available: ${tools.length}`] : [])]
      const facts: readonly Fragment[] =
        lines.length === 0
          ? []
          : [{ id: 'bootstrap', content: lines.join('\n'), pinned: true, update: 'hold', origin: { by: 'owner' } }]
      if (now === undefined || clock === 'none') return facts
      return [...facts, { id: 'clock', content: timeLine(now, clock), pinned: true, update: 'replace' }]
    },
    compose: (kept) =>
      keptTexts(kept)
        .map(({ text }) => text)
        .join('\n'),
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
