import { CircleHelp } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { helpPages } from '#lib/help-pages'
import { paths } from '#paths'

const load = () => import('./help-screen.tsx')

export const helpFeature: Feature = {
  name: 'help',
  screens: helpPages.map(({ slug, title }) => ({
    path: paths.help(slug),
    title,
    load,
    loading: 'Loading help...',
    visitor: 'screen',
    whileRestricted: true,
  })),
  destinations: [{ path: paths.help('aura'), name: 'Help', icon: CircleHelp, inAccountMenu: true }],
}
