export interface Gradient {
  addColorStop(offset: number, color: string): void
}

/** The part of a 2-D canvas context used for drawing; browsers' and server libraries' contexts fit it. */
export interface DrawingContext {
  save(): void
  restore(): void
  translate(x: number, y: number): void
  beginPath(): void
  closePath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  arc(x: number, y: number, radius: number, from: number, to: number, counterclockwise?: boolean): void
  stroke(): void
  fill(): void
  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): Gradient
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): Gradient
  lineCap: string
  lineJoin: string
  lineWidth: number
  strokeStyle: string | object
  fillStyle: string | object
  globalCompositeOperation: string
}
