import { Cast } from 'lucide-react'
import type { Parts } from '#lib/parts'
import { paths } from '#paths'

const parts: Parts = {
  publicRecords: ['battles', 'gifts'],
  settingsPages: [
    {
      icon: Cast,
      title: 'Stream overlay',
      note: 'Show a battle in your streaming program: scores, clock and result, live.',
      path: paths.stream,
      action: 'Set up',
    },
  ],
  notifications: {
    battle_challenge: {
      label: 'Challenges',
      note: 'Someone challenges you. You always find challenges under My Battles.',
    },
    battle_accepted: { label: 'Accepted challenges', note: 'Someone accepts your challenge.' },
    battle_rejected: { label: 'Rejected challenges', note: 'Someone rejects your challenge.' },
    battle_update: { label: 'Battles', note: 'One of your battles starts, ends or is called off.' },
  },
}
export default parts
