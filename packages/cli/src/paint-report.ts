import type { Output } from './io.ts'
import type { Palette } from './palette.ts'
import { wrap } from './text/wrap.ts'

/** Colours the lines of one paragraph. */
type Painter = (line: string, index: number, palette: Palette) => string

/** Painters by the first word of a paragraph; unknown paragraphs stay unchanged. */
const painters: Readonly<Record<string, Painter>> = {
  layer: (line, index, palette) => (index === 0 ? palette.dim(line) : paintLayer(line, palette)),
  fragment: (line, index, palette) => (index === 0 ? palette.dim(line) : paintRow(line, palette)),
  left: paintHead,
  notices: paintHead,
}

/** Adds colour to the text of a report, and breaks its sentences at the width of a terminal. */
export function paintReport(text: string, palette: Palette, stdout: Output): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('- ') ? wrap(line, stdout, 0, 2) : line))
    .join('\n')
    .split('\n\n')
    .map((paragraph, index) => (index === 0 ? paintSums(paragraph, palette) : paintParagraph(paragraph, palette)))
    .join('\n\n')
}

function paintParagraph(paragraph: string, palette: Palette): string {
  const painter = painters[/^[a-z]+/.exec(paragraph)?.[0] ?? '']
  if (!painter) return paragraph
  return paragraph
    .split('\n')
    .map((line, index) => painter(line, index, palette))
    .join('\n')
}

function paintHead(line: string, index: number, { yellow }: Palette): string {
  return index === 0 ? yellow(line) : line
}

/** Paints `4,670 of 16,000 tokens`, and the rest of the paragraph. */
function paintSums(paragraph: string, { bold }: Palette): string {
  return paragraph.replace(/^(?:about )?[\d,]+ of [\d,]+ tokens/, (sums) => bold(sums))
}

/** Dims a complete layer, and highlights one that lost something. */
function paintLayer(line: string, { dim }: Palette): string {
  return line.replace(/(?<= )0(?= |$)/g, (zero) => dim(zero))
}

function paintRow(line: string, { dim, yellow, red, cyan }: Palette): string {
  const paints = { dropped: red, shortened: yellow, repaired: cyan }
  // A fragment's name may also match: it is then coloured, which does no harm.
  return line
    .replace(/ {2}(dropped|shortened|repaired) /, (whole, word: keyof typeof paints) => paints[word](whole))
    .replace(/^and [\d,]+ more$/, (more) => dim(more))
}
