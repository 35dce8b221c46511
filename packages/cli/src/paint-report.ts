import type { Palette } from './palette.ts'

/** Paints the lines of one paragraph. */
type Painter = (line: string, index: number, palette: Palette) => string

/** By the first word of a paragraph; one that is not known stays as it is. */
const painters: Readonly<Record<string, Painter>> = {
  layer: (line, index, palette) => (index === 0 ? palette.dim(line) : paintLayer(line, palette)),
  fragment: (line, index, palette) => (index === 0 ? palette.dim(line) : paintRow(line, palette)),
  left: paintHead,
  notices: paintHead,
}

/**
 * Adds colour to the text of a report, and nothing else: without its colours it is the text that it was, so that what is
 * copied from a terminal is what goes into a file.
 */
export function paintReport(text: string, palette: Palette): string {
  return text
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

/** `4,670 of 16,000 tokens`, and what follows it. */
function paintSums(paragraph: string, { bold }: Palette): string {
  return paragraph.replace(/^(?:about )?[\d,]+ of [\d,]+ tokens/, (sums) => bold(sums))
}

/** A layer that was left whole recedes; one that lost something stands out. */
function paintLayer(line: string, { dim }: Palette): string {
  return line.replace(/(?<= )0(?= |$)/g, (zero) => dim(zero))
}

function paintRow(line: string, { dim, yellow, red, cyan }: Palette): string {
  const paints = { dropped: red, shortened: yellow, repaired: cyan }
  // A fragment may be called that, too: then its name is coloured, which does no harm.
  return line
    .replace(/ {2}(dropped|shortened|repaired) /, (whole, word: keyof typeof paints) => paints[word](whole))
    .replace(/^and [\d,]+ more$/, (more) => dim(more))
}
