/** Parses a CSS `unicode-range` such as `U+0000-00FF,U+0131`. Wildcards (`U+4??`) are not supported. */
export function parseUnicodeRange(text: string): Set<number> {
  const points = new Set<number>()
  for (const part of text.split(',')) {
    const [, from, to = from] = /^\s*U\+([0-9A-F]+)(?:-([0-9A-F]+))?\s*$/i.exec(part) ?? []
    if (from === undefined || to === undefined) throw new Error(`"${part}" is no range of code points`)
    for (let point = Number.parseInt(from, 16); point <= Number.parseInt(to, 16); point++) points.add(point)
  }
  return points
}

export function formatUnicodeRange(points: Iterable<number>): string {
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0')
  const spans: [number, number][] = []
  for (const point of [...points].sort((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last && point <= last[1] + 1) last[1] = point
    else spans.push([point, point])
  }
  return spans.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',')
}
