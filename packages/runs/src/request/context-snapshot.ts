import type { Context, Kept, LayerReport, Message, ReportRow } from '@lamella/core'
import {
  checkOptions,
  detailsOf,
  mustBeBoolean,
  type PlacedFragment,
  type PlacedPart,
  type RunReport,
} from '@lamella/core/plugin'
import { requestInvalid } from './check-asked.ts'

/** What of a context is in its snapshot besides the layout. */
export interface ContextSnapshotOptions {
  /** Whether the texts are in it, too. Default `false`: ids and sizes only. */
  readonly texts?: boolean
}

/**
 * Returns a context as text for a snapshot: totals, tools, the cut of a run, every fragment in its place with its tokens,
 * and everything that gave way with its reason. The same on every system: no time, no path, no origin, no locale.
 *
 * @throws LamellaError `REQUEST_INVALID` for a context that no builder made; `OPTION_INVALID`
 */
export function contextSnapshot(
  context: Pick<Context, 'tools' | 'report'>,
  options: ContextSnapshotOptions = {},
): string {
  const { texts = false } = checkOptions('contextSnapshot', options, { texts: mustBeBoolean })
  const { tools, report } = context ?? {}
  if (typeof report?.built !== 'function') {
    const what = 'A snapshot needs the details of a report, which this context does not have.'
    throw requestInvalid('context', what, 'Pass the context that `build` returned, and not a copy of it.')
  }
  const { tokens, layers, rows, run, built } = report
  const details = detailsOf({ built })
  const { layout } = details
  const sizes = new Map(
    details.layers.flatMap(({ name, units }) =>
      units.flatMap(({ fragments, tokens: rungs }) => {
        const [only, more] = fragments
        return only && !more ? [[`${name}/${only.id}`, rungs] as const] : []
      }),
    ),
  )
  const part = (one: PlacedPart): readonly string[] => [
    `  ${name(one.layer.name)}  ${one.end - one.start}`,
    ...one.kept.map((kept) => {
      const size = sizes.get(`${one.layer.name}/${kept.fragment.id}`)?.[kept.rung]
      return `    ${name(kept.fragment.id)}${size === undefined ? '' : `  ${size}`}${rung(kept)}`
    }),
    ...(texts ? one.text.split('\n').map((line) => `    | ${escaped(line)}`) : []),
  ]
  const placed = ({ layer, kept, messages, start, end }: PlacedFragment): readonly string[] => [
    `  ${name(layer.name)}/${name(kept.fragment.id)}  ${end - start}  ${messages.map(({ role }) => role).join(' ')}${rung(kept)}`,
    ...(texts ? messages.map((message) => `    | ${escaped(inOrder(message))}`) : []),
  ]
  const lines = [
    `${tokens.total} of ${tokens.window} tokens: layers ${tokens.layers}, tools ${tokens.tools}, framing ${tokens.framing}${tokens.correction === undefined ? '' : `, correction ${tokens.correction}`}; ` +
      `reserve ${tokens.reserve}, free ${tokens.free}; ${name(tokens.tokenizer)}${tokens.exact ? '' : ', estimated'}`,
    ...(run ? [runLine(run)] : []),
    ...section(
      'tools',
      tools.map((tool) => `  ${name(tool.name)}`),
    ),
    ...section('system', layout.system.flatMap(part)),
    ...section('messages', layout.fragments.flatMap(placed)),
    ...section('shortened or dropped', rows.map(rowLine)),
    ...section(
      'not offered',
      Object.entries(layers).flatMap(([layer, one]) => remarks(layer, one)),
    ),
  ]
  return `${lines.join('\n')}\n`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function rung({ rung: at }: Kept): string {
  return at === 0 ? '' : `  rung ${at}`
}

function runLine({ epoch, cut, updates, tools }: RunReport): string {
  const how = cut
    ? `cut (${cut.reason}), ${cut.newTokens} new tokens, thinking lost in ${cut.thinkingLost}`
    : 'extended'
  const told = updates.map(({ layer, tokens }) => `${name(layer)} ${tokens}`)
  const changed = tools
    ? [...tools.added.map((one) => `+${name(one)}`), ...tools.removed.map((one) => `-${name(one)}`)]
    : []
  const list = (title: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `; ${title} ${items.join(', ')}`
  return `run: epoch ${epoch}, ${how}${list('announced', told)}${list('tools', changed)}`
}

function rowLine(row: ReportRow): string {
  const cause = row.reason === 'repair' ? row.repair : row.policy
  const unit = row.reason !== 'repair' && row.unit !== undefined ? `, unit ${name(row.unit)}` : ''
  const what = `${row.action}  ${row.tokensBefore} -> ${row.tokensAfter}`
  const limit =
    row.reason === 'limit' && row.limit ? ` ${row.limit.name} ${row.limit.before} -> ${row.limit.after}` : ''
  return `  ${name(row.layer)}/${name(row.fragment)}  ${what}  ${row.reason}${limit}, ${name(cause)}${unit}`
}

/** What a layer did not offer. Why one failed, and texts of notices, differ between systems. */
function remarks(layer: string, { status, omitted, notices }: LayerReport): readonly string[] {
  return [
    ...(status === 'loaded' ? [] : [status]),
    ...omitted.map(({ count, reason }) => `${count} ${escaped(reason)}`),
    ...notices.map(({ code }) => `notice ${name(code)}`),
  ].map((what) => `  ${name(layer)}: ${what}`)
}

/** A name as it is; in quotes if it could be taken for something else. */
function name(text: string): string {
  return /^[\w.:/#@-]+$/.test(text) ? text : escaped(JSON.stringify(text))
}

/** Characters that files, terminals and reviewers change or hide, by their code. */
function escaped(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

function inOrder(message: Message): string {
  return JSON.stringify(message, (_, value: unknown) => {
    if (value instanceof Uint8Array || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
