// Least squares for fit.mjs. A row is { x, used, y, weight }: the counts of the features, the indexes of those that are
// not 0, the true number of tokens, and the importance of the row.

/** Returns the estimate of a table of weights for a row. */
function predict(table, row) {
  let sum = 0
  for (const i of row.used) sum += table[i] * row.x[i]
  return sum
}

/**
 * Minimizes the squared relative error by coordinate descent, with each coefficient held to its bound and drawn to
 * `prior`.
 */
function solve(rows, weightOf, least, prior, ridge = 1e-4) {
  const size = least.length
  const a = Array.from({ length: size }, () => new Float64Array(size))
  const b = new Float64Array(size)
  for (const row of rows) {
    const weight = weightOf(row) / (row.y * row.y)
    for (const i of row.used) {
      b[i] += weight * row.x[i] * row.y
      for (const j of row.used) a[i][j] += weight * row.x[i] * row.x[j]
    }
  }
  for (let i = 0; i < size; i++) {
    a[i][i] += ridge
    b[i] += ridge * prior[i]
  }
  const table = Float64Array.from(prior)
  for (let round = 0; round < 3000; round++) {
    let moved = 0
    for (let i = 0; i < size; i++) {
      let gradient = b[i]
      for (let j = 0; j < size; j++) gradient -= a[i][j] * table[j]
      const next = Math.max(least[i], table[i] + gradient / a[i][i])
      moved = Math.max(moved, Math.abs(next - table[i]))
      table[i] = next
    }
    if (moved < 1e-6) break
  }
  return table
}

/**
 * Fits the expected tokens. It minimizes the absolute rather than the squared error: each round weights a row by the
 * inverse of its last error.
 */
export function fitExpected(rows, least, prior) {
  let table = solve(rows, (row) => row.weight, least, prior)
  for (let round = 0; round < 12; round++) {
    const current = table
    const weightOf = (row) => row.weight / Math.max(0.01, Math.abs(predict(current, row) - row.y) / row.y)
    table = solve(rows, weightOf, least, prior)
  }
  return table
}

/**
 * Fits a bound that is rarely exceeded: no feature is below its expected weight, a row that is estimated too low weighs
 * hundreds of times one that is too high, and everything is scaled until only the share `missed` of the rows is still
 * too low.
 */
export function fitUpper(rows, expected, { spare, missed, heavier }) {
  let table = expected
  for (let round = 0; round < 30; round++) {
    const current = table
    const weightOf = (row) => row.weight * (predict(current, row) < row.y ? heavier : 1)
    const next = solve(rows, weightOf, expected, expected)
    table = table.map((value, i) => (value + next[i]) / 2)
  }
  const needed = rows.map((row) => (row.y - spare) / predict(table, row)).sort((a, b) => b - a)
  const scale = Math.max(1, needed[Math.floor(missed * rows.length)])
  // Scaling the negative weights too keeps the sum of every row in proportion.
  return { table: table.map((value) => value * scale), scale }
}
