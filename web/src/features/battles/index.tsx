import { type ComponentType, lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

/** A screen whose code is loaded when somebody goes there. */
function screen(load: () => Promise<{ default: ComponentType }>, text: string) {
  const Content = lazy(load)
  return function LazyScreen() {
    return (
      <Suspense fallback={<TickLoader text={text} />}>
        <Content />
      </Suspense>
    )
  }
}

/** All battles there are, and one's own. */
export const BattlesScreen = screen(() => import('./list/battles-screen.tsx'), 'Loading battles...')
/** One battle; visitors see it too. */
export const ShowdownScreen = screen(() => import('./showdown/showdown-screen.tsx'), 'Loading battle...')
/** How a battle was decided; visitors see it too. */
export const ReceiptScreen = screen(() => import('./receipt/receipt-screen.tsx'), 'Loading receipt...')
