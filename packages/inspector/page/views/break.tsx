import type { VNode } from 'preact'
import type { PrefixBreak } from '../../src/model/compare-builds.ts'
import { titleOf } from '../../src/model/fragment-rows.ts'
import type { ReadBuild } from '../../src/recording/read-recording.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { count } from '../parts/format.ts'
import { Line, Visible } from '../parts/visible.tsx'

interface BreakProps {
  readonly data: BuildData
  readonly before: ReadBuild
  readonly at: PrefixBreak
}

/** Characters shown before and after the first difference. */
const around = 120

/** Where the prefix breaks, and who is to blame. */
export function Break({ data, before, at }: BreakProps): VNode {
  const app = useApp()
  const { place, index, layer, fragment, tool, sameUnits } = at
  const row = layer !== undefined && fragment !== undefined ? data.indexOf(layer, fragment) : undefined
  const content = data.contentOf(data.rows[row ?? -1]?.fragment.contents[0] ?? '')
  const where = place === 'tools' ? 'the tools' : place === 'system' ? 'the system prompt' : 'the messages'
  return (
    <div class="break">
      <h3>The prefix breaks in {where}</h3>
      <p>
        {tool !== undefined && (
          <>
            Tool <Line text={tool} most={80} />
          </>
        )}
        {layer !== undefined && (
          <>
            Layer{' '}
            <b>
              <Line text={layer} most={60} />
            </b>
          </>
        )}
        {fragment !== undefined && (
          <>
            ,{' '}
            {row === undefined || !data.rows[row] ? (
              <Line text={fragment} most={80} />
            ) : (
              <button type="button" class="link" onClick={() => app.show(row)}>
                <Line text={app.ids.value ? fragment : titleOf(data.rows[row], content)} most={80} />
              </button>
            )}
          </>
        )}
        {sameUnits !== undefined && sameUnits > 0 && <>, after {count(sameUnits)} characters that are the same</>}.
      </p>
      {sameUnits !== undefined && (
        <div class="beside">
          <Excerpt name="Before" text={rawText(before, before.made?.layout.items[index]?.content)} at={sameUnits} />
          <Excerpt name="This" text={rawText(data.build, data.made.layout.items[index]?.content)} at={sameUnits} />
        </div>
      )}
    </div>
  )
}

function Excerpt({ name, text, at }: { readonly name: string; readonly text: string; readonly at: number }): VNode {
  const same = text.slice(Math.max(0, at - around), at)
  return (
    <figure>
      <figcaption>{name}</figcaption>
      <pre class="text">
        <Visible text={same} />
        <mark>
          <Visible text={text.slice(at, at + around) || '(ends here)'} />
        </mark>
      </pre>
    </figure>
  )
}

function rawText(build: ReadBuild, key: string = ''): string {
  const content = build.contentOf(key)
  return typeof content === 'string' ? content : (JSON.stringify(content) ?? '')
}
