export interface ProgressLine {
  update(text: string): void
  /** Replaces the line with a final text, or removes it. */
  end(text?: string): void
}

const REDRAW_MS = 1_000

/** Formats seconds, with one decimal below ten. */
export function formatSeconds(elapsedMs: number): string {
  const seconds = elapsedMs / 1_000
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
}

/** Starts a line that a terminal redraws every second; elsewhere each new text is printed once. */
export function startProgressLine(text: string, stream: NodeJS.WriteStream = process.stdout): ProgressLine {
  const startedAtMs = Date.now()
  const isTerminal = stream.isTTY === true
  let current = text

  const draw = () => {
    const line = `${current} … ${Math.round((Date.now() - startedAtMs) / 1_000)} s`
    stream.write(`\r\u001b[2K${line.slice(0, (stream.columns || 80) - 1)}`)
  }
  const timer = isTerminal ? setInterval(draw, REDRAW_MS).unref() : undefined
  if (isTerminal) draw()
  else stream.write(`${text} …\n`)

  return {
    update(next) {
      if (next === current) return
      current = next
      if (isTerminal) draw()
      else stream.write(`${next} …\n`)
    },
    end(last) {
      clearInterval(timer)
      if (isTerminal) stream.write('\r\u001b[2K')
      if (last !== undefined) stream.write(`${last}\n`)
    },
  }
}
