import type { VNode } from 'preact'
import { visibleLine } from '../../src/model/visible-text.ts'
import { type OtherPolicy, otherPolicies } from '../../src/model/what-if.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { count } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'

/** What can be tried in each layer: leave it out, another minimum, another policy. */
export function LayerSwitches({ data }: { readonly data: BuildData }): VNode {
  return (
    <details>
      <summary>Layers, minima and policies</summary>
      <div class="scroll">
        <table class="layers">
          <thead>
            <tr>
              <th scope="col">Layer</th>
              <th scope="col" class="wide-only">
                Priority
              </th>
              <th scope="col" class="wide-only">
                Asked
              </th>
              <th scope="col">In</th>
              <th scope="col">Minimum</th>
              <th scope="col">Gives way</th>
            </tr>
          </thead>
          <tbody>
            {data.made.layers.map((layer) => (
              <LayerRow key={layer.name} layer={layer} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">
        Minima and maxima that a layer gives as a share follow the window. Without a layer, or with another policy,
        totals are estimates.
      </p>
    </details>
  )
}

function LayerRow({ layer }: { readonly layer: BuildData['made']['layers'][number] }): VNode {
  const app = useApp()
  const { name, priority, asked, min, policy } = layer
  const change = app.changes.value.get(name) ?? {}
  const shown = visibleLine(name, 60)
  return (
    <tr>
      <th scope="row">
        <Line text={name} most={40} />
      </th>
      <td class="number wide-only">{priority}</td>
      <td class="number wide-only">{count(asked)}</td>
      <td>
        <input
          type="checkbox"
          aria-label={`${shown}: include`}
          checked={change.without !== true}
          onChange={(event) => app.change(name, { ...change, without: !event.currentTarget.checked })}
        />
      </td>
      <td>
        <input
          type="number"
          min={0}
          aria-label={`${shown}: minimum in tokens`}
          value={change.min ?? min}
          onChange={(event) => {
            const { valueAsNumber } = event.currentTarget
            if (valueAsNumber >= 0) app.change(name, { ...change, min: Math.round(valueAsNumber) })
          }}
        />
      </td>
      <td>
        <select
          aria-label={`${shown}: policy`}
          value={change.policy ?? ''}
          onChange={(event) => {
            const { policy: _, ...rest } = change
            const { value } = event.currentTarget
            app.change(name, value === '' ? rest : { ...rest, policy: value as OtherPolicy })
          }}
        >
          <option value="">{visibleLine(policy, 40)} (recorded)</option>
          {otherPolicies.map((other) => (
            <option key={other} value={other}>
              {other}
            </option>
          ))}
        </select>
      </td>
    </tr>
  )
}
