import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { RequestEntry } from '../app/entry.ts'
import { Bar, Swatch } from '../parts/bar.tsx'
import { count, percent } from '../parts/format.ts'
import { lookOf, looksOf } from '../parts/looks.ts'
import { Line } from '../parts/visible.tsx'
import { detectFormat, readForeign } from '../requests/foreign-request.ts'
import { pageFormats } from '../requests/formats.ts'
import { FormatChoice } from './format-choice.tsx'
import { Parts } from './parts.tsx'
import { Violations } from './violations.tsx'

/** A request that another program made: decoded, counted, checked. */
export function ForeignView({ entry }: { readonly entry: RequestEntry }): VNode {
  const name = useSignal<string>(detectFormat(entry.body) ?? 'openai-chat')
  const format = pageFormats.find((one) => one.name === name.value)
  const read = useMemo(() => (format ? readForeign(entry.body, format) : undefined), [entry, format])
  if (!read) return <section class="card">No such format.</section>
  const { bar, total, problem, violations, parts } = read
  const looks = looksOf(bar.map((part) => part.name))
  return (
    <>
      <section class="card" aria-label="Request">
        <FormatChoice name={name} />
        {problem === undefined ? (
          <>
            <p class="headline">
              <strong>{count(total)}</strong> tokens<span class="aside">estimated by the heuristic tokenizer</span>
            </p>
            <Bar parts={bar} looks={looks} label={`${count(total)} tokens. The list after this has the parts.`} />
            <ul class="legend">
              {bar.map((part) => (
                <li key={part.name}>
                  <span class="plain">
                    <Swatch look={lookOf(part, looks)} />
                    <Line text={part.name} />
                    <span class="number">{count(part.tokens)}</span>
                    <span class="number faint">{percent(part.share)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p class="bad">
            <Line text={problem} most={600} />
          </p>
        )}
        <Violations violations={violations} />
      </section>
      <Parts parts={parts} />
    </>
  )
}
