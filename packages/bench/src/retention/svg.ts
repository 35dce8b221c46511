const style = `<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
.small { font-size: 12px }
.bold { font-weight: 600 }
.card { fill: #ffffff; stroke: #d1d9e0 }
.line { stroke: #1f2328; stroke-width: 1.2; fill: none }
.grid { stroke: #d1d9e0; fill: none }
.kept, .own { fill: #2da44e }
.reachable { fill: #a7e3b5 }
.lost { fill: #d1d9e0 }
.outdated { fill: #cf222e }
.rival { fill: #818b98 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.card { fill: #0d1117; stroke: #3d444d }
.line { stroke: #f0f6fc }
.grid, .lost { stroke: #3d444d }
.lost { fill: #3d444d; stroke: none }
.reachable { fill: #1a5c2b }
}
</style>`

/** Escapes a text for markup, without the marks of code in Markdown. */
export function escaped(text: string): string {
  return text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Draws a chart of 850 pixels: its title, a description in words, a heading, and what is below it. */
export function chart(
  {
    height,
    title,
    described,
    heading,
  }: Readonly<Record<'title' | 'described' | 'heading', string>> & { height: number },
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 ${height}" width="850" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${title}</title>`,
    `<desc id="desc">${escaped(described)}.</desc>`,
    style,
    `<rect class="card" x="0.5" y="0.5" width="849" height="${height - 1}" rx="8"/>`,
    `<text class="bold" x="20" y="28">${heading}</text>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}
