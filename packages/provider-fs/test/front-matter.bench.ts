import { bench, describe } from 'vitest'
import { maxFrontMatter, parseFrontMatter } from '../src/skills/front-matter.ts'

// What takes YAML libraries, and regular expressions that look for comments, the most time.
const units = {
  'blank lines': '\n',
  'lines of spaces': ' \n',
  'line separators': '\u2028',
  'empty comments': '#\n',
  'indented comments': ' #\n ',
  'fields that are there twice': 'a: b\n',
  'broken fields': 'name: [\n',
  'open lists': '[',
  'values of a list': ',a',
  'values with commas, as text': 'description: a,a,a,a,a,a,a,a, b\n',
  quotes: '"\'',
  'long lines': 'description: a b c d e f g h i j k l m n o p q r s t u v w x y z ',
}

describe(`front matter of ${maxFrontMatter} characters`, () => {
  for (const [name, unit] of Object.entries(units)) {
    const filled = `a: [x]\n${unit.repeat(maxFrontMatter / unit.length)}`.slice(0, maxFrontMatter)
    const text = `---\n${filled}\n---\nBody`
    bench(name, async () => {
      await parseFrontMatter(text, ['name', 'description'])
    })
  }
})
