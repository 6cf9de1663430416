import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionExpired } from '#features/auth'
import { createQueryClient } from '#lib/query-client'
import { guardSecondPresses } from '#lib/second-press'
import { startServiceWorker } from '#lib/service-worker'
import { surviveTranslators } from '#lib/translated-page'
import { ToastViewport } from '#ui/feedback/toast'
import { App } from './app.tsx'
import { BetaBadge } from './shell/bars/beta-badge.tsx'
import { OfflineBar } from './shell/bars/offline-bar.tsx'
import { ErrorBoundary } from './shell/errors/error-boundary.tsx'
import { prepareFirstScreen } from './shell/guards/who-arrives.ts'
import './styles/index.css'

guardSecondPresses()
surviveTranslators()
const client = createQueryClient(() => onSessionExpired(client))
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const app = createRoot(root)
// Until they have loaded, text uses a system font of the same width.
const loadFonts = () =>
  Promise.all(
    ['16px "Atkinson Hyperlegible Next Variable"', '16px "Science Gothic Variable"'].map((font) =>
      document.fonts.load(font).catch(() => undefined),
    ),
  )
const isReady = prepareFirstScreen(client, loadFonts)
const page = (
  <StrictMode>
    <QueryClientProvider client={client}>
      <OfflineBar />
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
      <BetaBadge />
      <ToastViewport />
    </QueryClientProvider>
  </StrictMode>
)
// A transition is rendered in slices, so that a slow phone responds to taps meanwhile.
void isReady.then(() => startTransition(() => app.render(page)))

// An entry of dialogs that were open before a reload is left by the code that made it.
if (history.state?.isOverlay) import('./ui/overlay/back-closes.tsx').catch(() => {})
// Loaded late to keep the first page small.
const late = () => void import('./shell/focus/keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => {})
document.addEventListener('focusin', late, { once: true, capture: true })
startServiceWorker()
