/** A line on the terminal that says what is going on and for how long. */
export interface ProgressLine {
  /** Replaces the text; the seconds go on counting. */
  update(text: string): void
  /** Ends the line, with a last text in place of what stood there, or without a trace. */
  end(text?: string): void
}

const REDRAW_MS = 1_000

/** Seconds for people: one decimal below ten, none above. */
export function formatSeconds(elapsedMs: number): string {
  const seconds = elapsedMs / 1_000
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
}

/**
 * Starts a progress line. On a terminal it is redrawn every second; elsewhere (a log, a pipe) each new text is printed
 * once, because a log that repeats itself hides what matters.
 */
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
