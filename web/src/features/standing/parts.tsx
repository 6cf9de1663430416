import { STANDING_RULES } from '@aura/api/rules/standing'
import { TRUST_RULES } from '@aura/api/rules/trust'
import type { Parts } from '#lib/parts'

const parts: Parts = {
  notifications: { place_received: { label: 'People who stand by you', note: 'Someone stands by you.' } },
  guide: (
    <>
      <h2>Stand by someone</h2>
      <p>
        Press Stand by on the profile of a person you trust. It is free, everyone sees it, and you can take it back at
        any time. You can stand by {TRUST_RULES.places} people, with a line of up to {STANDING_RULES.lineLength}{' '}
        characters if you like. What a place brings in Trust grows over {TRUST_RULES.ripenDays} days, and a vouch beside
        it makes it count double. Everyone can report a line to the admins.
      </p>
    </>
  ),
}
export default parts
