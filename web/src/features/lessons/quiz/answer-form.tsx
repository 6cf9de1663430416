import type { KeyboardEvent, ReactNode } from 'react'

const CONTROLS = 'a, button, input, select, textarea'

/**
 * Enter presses the form's submit button: the browser does so from a control, and this does from the text. The button
 * must be the only one of its type. A key held down counts once, so an explanation isn't skipped.
 */
export const AnswerForm = ({ children }: { children: ReactNode }) => (
  <form className="contents" onSubmit={(event) => event.preventDefault()} onKeyDown={pressSubmit}>
    {children}
  </form>
)

function pressSubmit(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key } = event
  if (key !== 'Enter' || !(target instanceof Element)) return
  if (event.repeat) event.preventDefault()
  else if (!target.closest(CONTROLS) && currentTarget.contains(target))
    currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}
