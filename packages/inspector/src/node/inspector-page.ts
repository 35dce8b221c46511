import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkOptions, mustBeText, mustBeTexts } from '@lamella/core/plugin'
import { inspectorError } from '../errors.ts'

/** What a page shows from the start. */
export interface InspectorPageOptions {
  /** The text of a recording, or its lines. Default: the page waits for files to be dropped. */
  readonly recording?: string | readonly string[]
  /** The name that it is shown with. Default `recording`. */
  readonly name?: string
}

/**
 * Returns the inspector as one HTML file that works from disk. Whoever has the file has the recording.
 *
 * @throws LamellaError `INSPECTOR_PAGE_MISSING`
 * @example
 * writeFileSync('inspector.html', inspectorPage({ recording: readFileSync('agent.jsonl', 'utf8') }))
 */
export function inspectorPage(options: InspectorPageOptions = {}): string {
  const { recording, name = 'recording' } = checkOptions('inspectorPage', options, {
    recording: (value) => mustBeText(value) && mustBeTexts(value),
    name: mustBeText,
  })
  if (recording === undefined) return readPage()
  const text = typeof recording === 'string' ? recording : recording.join('\n')
  return pageWith({ texts: [{ name, text }] })
}

/** Returns the page with a value for it to read, as JSON that cannot end its element. */
export function pageWith(value: object): string {
  const json = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  // A function: a replacement text would read `$` in the recording.
  return readPage().replace(place, () => `${place.slice(0, -end.length)}${json}${end}`)
}

/** Returns the policy of the page, for a header. */
export function policyOf(page: string): string {
  return /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? "default-src 'none'"
}

const end = '</script>'
const place = `<script type="application/json" id="recording">${end}`

function readPage(): string {
  // From `src/node` as from `dist/node`.
  const file = fileURLToPath(new URL('../../dist/page.html', import.meta.url))
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw inspectorError(
      'INSPECTOR_PAGE_MISSING',
      `The page of the inspector is not at '${file}'.`,
      'Install @lamella/inspector again; in the repository, run `pnpm build`.',
      { file },
    )
  }
}
