// A page with parts of the inspector, as somebody else would write it: built by the test, run in the browser.
import { createContext, defineLayer } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { createInspector } from '@lamella/inspector/browser'
import { message } from '@lamella/layers'

const inspector = createInspector()
const at = (id: string): HTMLElement => document.getElementById(id) as HTMLElement

/** Builds with the notes that somebody typed, and shows the build. */
export async function show(notes: readonly string[]): Promise<void> {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  const layer = defineLayer('notes', {
    priority: 10,
    load: () => notes.map((content, rank) => ({ id: `note ${rank}`, content, rank })),
  })
  const builder = createContext().use([layer, message()]).budget({ window: 500, reserve: 100 }).observe(tracer)
  await builder.build({ scope: { tenant: 'acme' }, message: 'Hello' })
  await tracer.flush()
  inspector.open(lines)
}

Object.assign(globalThis, {
  show,
  open: inspector.open,
  mount: inspector.mount,
  unmount: inspector.mount(at('left'), { views: ['context'] }),
})
inspector.mount(at('right'), { views: ['run', 'request'], list: true })
