import { focusScreen } from '../focus/focus-screen.ts'

/** The first stop of Tab: past the bar, to the screen. It is seen only while it has the focus. */
export const SkipLink = () => (
  <button
    type="button"
    className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:min-h-10 focus:rounded-md focus:bg-bg-2 focus:px-4"
    onClick={focusScreen}
  >
    Skip to content
  </button>
)
