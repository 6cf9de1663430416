export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Returns a quantile; `q` is from 0 to 1. */
export const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

/** A row of a table, by heading. A heading isn't a whole number, since JavaScript would put that first. */
export type Row = Record<string, string | number>

/** Prints rows below the headings of the first. */
export function printTable(rows: readonly Row[]): void {
  const headings = Object.keys(rows[0] ?? {})
  const cells = [headings, ...rows.map((row) => headings.map((heading) => String(row[heading] ?? '')))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  for (const [index, row] of cells.entries()) {
    const line = row.map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    console.log(line.join('  '))
    if (index === 0) console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  }
}

export type Figures = Record<string, number>

export function printFigures(figures: Readonly<Figures>): void {
  for (const [name, value] of Object.entries(figures)) console.log(`figure ${name} ${value.toFixed(3)}`)
}

/** Prints shares of budgets. A share above 1, or not a number, sets an exit code for failure. */
export const printBudgets = (shares: Readonly<Figures>): void => judge(shares, (share) => share <= 1, 'Over budget')

/** Prints counts of faults. One that isn't 0 sets an exit code for failure. */
export const printFaults = (counts: Readonly<Figures>): void => judge(counts, (count) => count === 0, 'Not 0')

function judge(figures: Readonly<Figures>, isFine: (value: number) => boolean, verdict: string): void {
  printFigures(figures)
  const bad = Object.keys(figures).filter((name) => !isFine(figures[name] ?? Number.NaN))
  if (bad.length === 0) return
  console.error(`${verdict}: ${bad.join(', ')}`)
  process.exitCode = 1
}

/** Returns the growth in MB per minute: the slope of a linear fit. */
export function slopeOf(readings: readonly { minute: number; megabytes: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const [x, y] = [mean(readings.map(({ minute }) => minute)), mean(readings.map(({ megabytes }) => megabytes))]
  const up = readings.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0)
  return up / readings.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}
