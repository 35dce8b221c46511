import { createContext, type LayerReport, type Report, type Tokenizer } from '@lamella/core'
import { workspace } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
import { formats } from '../formats.ts'
import { grouped } from '../text/words.ts'
import type { Checkup } from './instructions.ts'
import { note, ok, problem, type Remark } from './remark.ts'

/** The window to check against, and how to count tokens. */
export interface BuildSettings {
  readonly window: number
  readonly reserve: number
  readonly tokenizer: Tokenizer
  readonly now: Date
}

/** Builds a private session without a message and reports what each layer requests, receives and loses. */
export async function checkBuild({ root, scope }: Checkup, settings: BuildSettings): Promise<readonly Remark[]> {
  const { window, reserve, tokenizer, now } = settings
  const format = await formats[0].load()
  const { report } = await createContext()
    // As in a program with a skill-loading tool, to show the size of the skills.
    .use(workspace(root, { ranker: bm25(), skills: { advertise: 'always' } }))
    .tokenizer(tokenizer)
    .framing(format.framingFor({ model: formats[0].model }))
    .budget({ window, reserve })
    .build({ scope: { ...scope, kind: 'private' }, now })
  const layers = Object.entries<LayerReport>(report.layers)
  return [
    ok(sum(report)),
    ...layers
      .filter(([, { status, asked, omitted }]) => status !== 'loaded' || asked > 0 || omitted.length > 0)
      .flatMap(([name, layer]) => layerRemarks(name, layer, report)),
  ]
}

function sum({ tokens: { total, window, reserve, free } }: Report): string {
  return `${grouped(total)} of ${grouped(window)} tokens before the conversation begins; ${grouped(reserve)} are reserved, ${grouped(free)} are free.`
}

function layerRemarks(name: string, layer: LayerReport, { rows }: Report): readonly Remark[] {
  const { status, asked, got, shortened, dropped, omitted, why = 'it could not be loaded' } = layer
  if (status === 'failed') return [problem(`${name} is left out: ${why}`, 'Correct the cause.')]
  if (status === 'hidden') return [note(`${name} is hidden: ${why}`)]
  const left = omitted.map(({ count, reason }) => note(`${name} leaves out ${grouped(count)}: ${reason}.`))
  // The check lists them as a program with such a tool does.
  const where = name === 'skills' ? ', where a tool loads skills' : ''
  if (shortened + dropped === 0) {
    return [ok(`${name} requests ${grouped(asked)} tokens and gets all of them${where}.`), ...left]
  }
  const reasons = new Set(rows.filter((row) => row.layer === name).map(({ reason }) => limits[reason]))
  const cut = `${grouped(shortened)} shortened and ${grouped(dropped)} dropped, by ${[...reasons].sort().join(' and ')}`
  return [note(`${name} requests ${grouped(asked)} tokens and gets ${grouped(got)}: ${cut}.`), ...left]
}

const limits = {
  window: 'the window',
  'layer-max': "the layer's maximum",
  limit: 'a limit of the provider',
  repair: 'a repair',
} as const satisfies Record<Report['rows'][number]['reason'], string>
