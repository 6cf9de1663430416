export { HelpNav } from './help-nav.tsx'
