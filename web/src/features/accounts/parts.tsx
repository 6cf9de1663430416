import type { Parts } from '#lib/parts'
import { lazyPart } from '#ui/layout/lazy-part'

const KeysCard = lazyPart(() => import('./keys-card.tsx'))

const parts: Parts = {
  keysCard: <KeysCard />,
}
export default parts
