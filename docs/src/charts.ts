/** A chart of a page of benchmarks: the numbers of one column of the table under a heading. */
interface Chart {
  readonly heading: string
  /** The index of the column, from 0. */
  readonly column: number
  readonly caption: string
}

const charts: readonly Chart[] = [
  {
    heading: 'Trimming 10,000 counted messages to 8,000 tokens',
    column: 1,
    caption: 'Time, on a logarithmic scale. Shorter is better.',
  },
  { heading: 'A long session', column: 1, caption: 'Time of a build. Shorter is better.' },
  { heading: 'A warm build of the example', column: 1, caption: 'Time, on a logarithmic scale. Shorter is better.' },
  { heading: 'The end of a long session', column: 1, caption: 'Time. Shorter is better.' },
]

const units: Readonly<Record<string, number>> = { ns: 1e-9, µs: 1e-6, ms: 1e-3, s: 1 }

/** Adds a chart below each table that has one. The table stays: it has the exact numbers. */
export function withCharts(text: string): string {
  let result = text
  for (const chart of charts) {
    const start = result.indexOf(`## ${chart.heading}\n`)
    if (start < 0) throw new Error(`The benchmarks have no section "${chart.heading}" for its chart.`)
    const table = /\n\|[^\n]*\n\|[ -|]*\n((?:\|[^\n]*\n)+)/.exec(result.slice(start))
    if (!table) throw new Error(`The section "${chart.heading}" of the benchmarks has no table.`)
    const end = start + table.index + table[0].length
    result = `${result.slice(0, end)}\n${draw(chart, table[1] ?? '')}\n${result.slice(end)}`
  }
  return result
}

function draw({ column, caption }: Chart, rows: string): string {
  const bars = rows
    .trim()
    .split('\n')
    .map((row) => {
      const cells = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      const text = cells[column] ?? ''
      return { name: (cells[0] ?? '').replaceAll('`', ''), text, seconds: secondsOf(text) }
    })
  const all = bars.map(({ seconds }) => seconds)
  const [least, greatest] = [Math.min(...all), Math.max(...all)]
  const isWide = greatest / least > 20
  const share = (seconds: number): number =>
    isWide ? (Math.log10(seconds / least) + 0.3) / (Math.log10(greatest / least) + 0.3) : seconds / greatest
  const lines = bars.map(({ name, text, seconds }) => {
    const width = (share(seconds) * 100).toFixed(1)
    return `<div class="bar"><span>${escaped(name)}</span><span class="line" style="width: ${width}%"></span><span>${escaped(text)}</span></div>`
  })
  return `<figure class="chart">\n${lines.join('\n')}\n<figcaption>${caption}</figcaption>\n</figure>\n`
}

function secondsOf(text: string): number {
  const [, number = '', unit = ''] = /^([\d.,]+) (ns|µs|ms|s)$/.exec(text) ?? []
  const value = Number(number.replaceAll(',', '')) * (units[unit] ?? Number.NaN)
  if (!Number.isFinite(value)) throw new Error(`"${text}" is not a time.`)
  return value
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
}
