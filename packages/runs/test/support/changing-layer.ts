import { defineLayer, type Fragment, type Layer, type LayerDefinition, type LayerOutput } from '@lamella/core'
import { type Conversation, converse, talk } from './runs.ts'

/** A layer of the system prompt whose fragments a test changes. */
interface Changing {
  readonly layer: Layer<'notes'>
  now: readonly Fragment[]
  /** What it says is revoked. `undefined`: it does not say. */
  revoked: readonly string[] | undefined
}

export function changing(first: readonly Fragment[], more: Partial<LayerDefinition> = {}): Changing {
  const state: Changing = {
    now: first,
    revoked: undefined,
    layer: defineLayer('notes', {
      order: 100,
      load: (): LayerOutput => ({ fragments: state.now, ...(state.revoked && { revoked: state.revoked }) }),
      ...more,
    }),
  }
  return state
}

/** A conversation with such a layer, after its first turn. */
export async function talkAbout(
  first: readonly Fragment[],
  more: Partial<LayerDefinition> = {},
): Promise<{ readonly notes: Changing; readonly talking: Conversation }> {
  const notes = changing(first, more)
  const talking = converse(talk().use(notes.layer))
  await talking.turn('One')
  return { notes, talking }
}

/** A conversation with a layer of one text that is replaced. */
export function talkAboutWeather(): { readonly weather: { text: string }; readonly talking: Conversation } {
  const weather = { text: 'Sunny.' }
  const layer = defineLayer('weather', { order: 1, update: 'replace', load: () => weather.text })
  return { weather, talking: converse(talk().use(layer)) }
}

export const note = (id: string, content: string, more: Partial<Fragment> = {}): Fragment => ({ id, content, ...more })

/** An update of the layer, as the model reads it. */
export const told = (text: string, attributes = ''): string =>
  `<context-update layer="notes"${attributes}>\n${text}\n</context-update>`
