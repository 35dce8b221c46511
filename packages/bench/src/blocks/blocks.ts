import { join } from 'node:path'
import { duration } from '../measure.ts'
import { atMost, type Section } from '../section.ts'
import { tempFolder } from '../stores/temp-folder.ts'
import { editing } from './editing.ts'
import { growing } from './growing.ts'
import { loading } from './loading.ts'

const sizes = [2_000, 100_000, 1_000_000]

/** Measures memory blocks in SQLite: loading and rendering many, and changing one word. */
export async function blocks(): Promise<Section> {
  const folder = tempFolder()
  const many = await loading(join(folder.path, 'many.db'))
  const edits = []
  for (const size of sizes) edits.push(await editing(folder.path, size))
  const grown = await growing(join(folder.path, 'grown.db'))
  folder.remove()
  const ratio = many.first / many.bare
  const kilobytes = Math.round(many.bytes / 1_000)
  const appends = grown.appends.toLocaleString('en')
  const [small, , large] = edits as [(typeof edits)[0], (typeof edits)[0], (typeof edits)[0]]
  return {
    title: 'Memory blocks',
    about:
      `${many.blocks} blocks in one SQLite file (texts of 500 to 4,000 characters, maps, lists, logs and composites; a ` +
      `snapshot and three updates each, ${kilobytes} KB). By hand, prepared statements read them and Loro imports ` +
      'them; a memory with nothing cached also renders them. Then one word of a text is changed and saved: by hand ' +
      'with Loro at a known place and one `INSERT`; `replaceInBlock` also finds the word, checks the permission, and ' +
      'keeps the text for search. Finally, 20 characters are appended to one text again and again. CPU time.',
    table: [
      ['', 'bytes', 'by hand', '`@lamella/blocks`', 'ratio', 'of which saving'],
      [
        `loading and rendering ${many.blocks} blocks`,
        `${kilobytes} KB`,
        duration(many.bare),
        duration(many.first),
        ratio.toFixed(2),
        '',
      ],
      ['the same again', '', '', duration(many.again), (many.again / many.bare).toFixed(2), ''],
      ...edits.map(({ characters, bytes: appended, bare, own, saving }) => [
        `one word of ${characters.toLocaleString('en')} characters`,
        `${appended} B`,
        duration(bare),
        duration(own),
        (own / bare).toFixed(2),
        duration(saving),
      ]),
      [`one of the first 1,000 of ${appends} appends`, '', '', duration(grown.first), '', ''],
      ['one of the last 1,000', `${Math.round(grown.bytes / 1_000)} KB`, '', duration(grown.last), '', ''],
    ],
    claims: [
      atMost(
        `loading and rendering ${many.blocks} blocks takes at most 3 times as long as reading their bytes and Loro's own import`,
        ratio,
        3,
      ),
      atMost(
        'changing one word adds as many bytes to a text of 1,000,000 characters as to one of 2,000, within a tenth',
        large.bytes / small.bytes,
        1.1,
        `${small.bytes} and ${large.bytes} bytes`,
      ),
      atMost(`the last of ${appends} appends takes at most twice as long as the first`, grown.last / grown.first, 2),
    ],
  }
}
