/** Returns the growth in MB per minute: the slope of a linear fit. */
export function slopeOf(readings: readonly { minute: number; megabytes: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const [x, y] = [mean(readings.map(({ minute }) => minute)), mean(readings.map(({ megabytes }) => megabytes))]
  const up = readings.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0)
  return up / readings.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}
