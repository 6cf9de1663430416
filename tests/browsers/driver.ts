/** Input as WebDriver and WebDriver BiDi both describe it: https://www.w3.org/TR/webdriver2/#actions */
export type InputSource =
  | {
      type: 'pointer'
      id: string
      parameters: { pointerType: 'mouse' }
      actions: readonly (
        | { type: 'pointerMove'; x: number; y: number }
        | { type: 'pointerDown' | 'pointerUp'; button: 0 }
      )[]
    }
  | { type: 'key'; id: string; actions: readonly { type: 'keyDown' | 'keyUp'; value: string }[] }

export interface Driver {
  name: string
  goto(url: string): Promise<void>
  /** Runs a function in the page. Arguments and result are JSON; a promise is awaited. */
  run<Args extends unknown[], Result>(fn: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  perform(sources: readonly InputSource[]): Promise<void>
  screenshot(): Promise<Buffer>
  /** Errors the page has logged or thrown so far, as far as this browser reports them. */
  faults(): readonly string[]
  close(): Promise<void>
}

/** Thrown with the Debian package that would bring the browser. */
export class NotInstalled extends Error {}
