export interface AuraDay {
  day: string
  change: number
  total: number
}

export interface AuraPlot {
  /** SVG path of the steps in a box of 100 by 100; `area` is closed at the bottom. */
  line: string
  area: string
  top: number
  from: string
  to: string
}

const DAY_MS = 86_400_000
const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

function roundTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return Math.max(10, Math.ceil(most / unit) * unit)
}

export function auraPlot(days: readonly AuraDay[], today: string): AuraPlot | null {
  const [first] = days
  if (!first) return null
  const startMs = dayMs(first.day) - DAY_MS
  const endMs = Math.max(dayMs(today), dayMs(days.at(-1)?.day ?? today))
  const top = roundTop(Math.max(...days.map(({ total }) => total), first.total - first.change))
  const x = (ms: number) => ((ms - startMs) / (endMs - startMs)) * 100
  const y = (total: number) => 100 - (total / top) * 100
  let line = `M0 ${y(first.total - first.change).toFixed(2)}`
  for (const { day, total } of days) line += `H${x(dayMs(day)).toFixed(2)}V${y(total).toFixed(2)}`
  line += 'H100'
  return { line, area: `${line}V100H0Z`, top, from: first.day, to: new Date(endMs).toISOString().slice(0, 10) }
}
