import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionExpired } from '#features/auth'
import { createQueryClient } from '#lib/query-client'
import { startServiceWorker } from '#lib/service-worker'
import { ToastViewport } from '#ui/feedback/toast'
import { App } from './app.tsx'
import { BetaBadge } from './shell/bars/beta-badge.tsx'
import { OfflineBar } from './shell/bars/offline-bar.tsx'
import { ErrorBoundary } from './shell/errors/error-boundary.tsx'
import './styles/index.css'

const client = createQueryClient(() => onSessionExpired(client))
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <OfflineBar />
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
        <BetaBadge />
        <ToastViewport />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

// Loaded late, to keep the first page small.
addEventListener(
  'focusin',
  () => void import('./shell/focus/keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => {}),
  { once: true },
)
startServiceWorker()
