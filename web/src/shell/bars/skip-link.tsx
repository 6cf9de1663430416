import { focusScreen } from '../focus/focus-screen.ts'

/** The first tab stop: skips the bar. Visible only while focused. */
export const SkipLink = () => (
  <button
    type="button"
    className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:min-h-10 focus:rounded-md focus:bg-bg-2 focus:px-4"
    onClick={focusScreen}
  >
    Skip to content
  </button>
)
