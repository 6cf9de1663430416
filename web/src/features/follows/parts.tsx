import { formatWhole } from '@aura/api/money'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import type { Parts } from '#lib/parts'

const parts: Parts = {
  notifications: {
    follow_live: { label: 'People you follow', note: 'A battle of someone you follow goes live.' },
    new_follower: { label: 'New followers', note: 'Someone follows you.' },
  },
  guide: (
    <>
      <h2>Follow and block</h2>
      <p>
        Follow somebody on their profile, and you hear when a battle of theirs goes live. Nobody has to approve it. You
        can follow up to {formatWhole(FOLLOW_RULES.followed)} people.
      </p>
      <p>
        To see less of somebody, choose Mute in the menu of their profile: their comments, their news and their
        notifications are hidden from you, and nothing changes for them.
      </p>
      <p>
        To be left alone, choose Block in the same menu. Then neither of you can follow the other, challenge them or
        back them with USDC through Aura, and neither hears of what the other does. They are not told. Settings lists
        everyone you muted or blocked, and lets you undo it.
      </p>
    </>
  ),
}
export default parts
