import { FRAMED_PAGES } from '@aura/api/pages'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#lib/query-client'
import { surviveTranslators } from '#lib/translated-page'
import { FramedBattle } from './features/battles/stage/framed-battle.tsx'
import './styles/index.css'
import './styles/framed.css'

surviveTranslators()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const [OVERLAY] = FRAMED_PAGES
const [, first = '', , id = ''] = location.pathname.split('/')
const kind = OVERLAY.startsWith(`/${first.toLowerCase()}/`) ? 'overlay' : 'embed'

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient(() => {})}>
      <FramedBattle kind={kind} id={id.toLowerCase()} search={location.search} />
    </QueryClientProvider>
  </StrictMode>,
)
