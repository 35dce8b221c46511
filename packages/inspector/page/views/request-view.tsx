import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { visibleLine } from '../../src/model/visible-text.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { counted } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'
import { encodeBuild, sentRequest } from '../requests/encode-build.ts'
import { pageFormats } from '../requests/formats.ts'
import { FormatChoice } from './format-choice.tsx'
import { Parts } from './parts.tsx'
import { Violations } from './violations.tsx'

/** The request as it went out, if that is recorded; otherwise as it goes out in a format. */
export function RequestView({ data }: { readonly data: BuildData }): VNode {
  const { build } = data
  const sent = useMemo(() => sentRequest(build), [build, build.body])
  const encodes = useSignal(false)
  if (!sent) return <Encoded data={data} />
  const { format, parts, violations, differs } = sent
  return (
    <>
      <section class="card" aria-label="What was sent">
        <label>
          <input
            type="checkbox"
            checked={encodes.value}
            onChange={(event) => {
              encodes.value = event.currentTarget.checked
            }}
          />{' '}
          Encode again
        </label>
        <p class="note">
          {format.title}, as it was really sent.{' '}
          {differs === undefined
            ? 'The page cannot encode this build, to compare.'
            : differs.length === 0
              ? 'It is what the page encodes.'
              : 'It differs from what the page encodes:'}
        </p>
        {differs && differs.length > 0 && (
          <ul class="findings">
            {differs.map((path) => (
              <li key={path}>
                <code>{visibleLine(path, 120)}</code>
              </li>
            ))}
          </ul>
        )}
        {!encodes.value && <Violations violations={violations} />}
      </section>
      {encodes.value ? (
        <Encoded data={data} />
      ) : (
        <Parts parts={parts} links={(items) => <Links data={data} items={items} />} />
      )}
    </>
  )
}

/** A build, encoded here. */
function Encoded({ data }: { readonly data: BuildData }): VNode {
  const { build } = data
  const name = useSignal(likelyFormat(build.parameters.model))
  const format = pageFormats.find((one) => one.name === name.value) ?? pageFormats[0]
  const encoded = useMemo(() => (format ? encodeBuild(build, format) : ''), [build, format])
  if (typeof encoded === 'string') {
    return (
      <section class="card">
        <FormatChoice name={name} />
        <p>
          <Line text={encoded} most={1_000} />
        </p>
      </section>
    )
  }
  const { parts, losses, violations } = encoded
  return (
    <>
      <section class="card" aria-label="Format">
        <FormatChoice name={name} />
        <p class="note">
          Encoded here from what was recorded, with the default options of the encoder and a model that knows the format
          if none was recorded.
        </p>
        {losses.length > 0 && (
          <details>
            <summary>{counted(losses.length, 'thing')} that the format does not carry</summary>
            <ul class="findings">
              {losses.slice(0, 100).map(({ path, what }) => (
                <li key={path + what}>
                  <code>{visibleLine(path, 80)}</code> <Line text={what} most={300} />
                </li>
              ))}
            </ul>
          </details>
        )}
        <Violations violations={violations} />
      </section>
      <Parts parts={parts} links={(items) => <Links data={data} items={items} />} />
    </>
  )
}

/** The fragments that a part was made from. */
function Links({ data, items }: { readonly data: BuildData; readonly items: readonly number[] }): VNode {
  const app = useApp()
  return (
    <span class="links">
      {items.slice(0, 6).map((index) => {
        const item = data.made.layout.items[index]
        if (!item) return null
        const { layer, fragment } = item
        const row = fragment === undefined ? undefined : data.indexOf(layer, fragment)
        const open = (): void => {
          if (row !== undefined) app.show(row)
          else app.showLayer(layer)
        }
        return (
          <button key={index} type="button" class="link" onClick={open}>
            <Line text={fragment === undefined || !app.ids.value ? layer : `${layer} › ${fragment}`} most={40} />
          </button>
        )
      })}
      {items.length > 6 && <span>and {items.length - 6} more</span>}
    </span>
  )
}

/** Returns the format of a model's vendor; without a known name the first one. */
function likelyFormat(model: string = ''): string {
  if (/claude/i.test(model)) return 'anthropic'
  return /gemini/i.test(model) ? 'gemini' : 'openai-chat'
}
