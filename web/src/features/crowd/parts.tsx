import { CROWD_RULES } from '@aura/api/rules/crowd'
import type { Parts } from '#lib/parts'

const { chatCheerSeconds, commentLength, commentsPerBattle, commentPauseSeconds } = CROWD_RULES

const parts: Parts = {
  guide: (
    <>
      <h2>Cheers and comments</h2>
      <p>
        While you watch a battle, tap a participant's face to cheer. Cheers are free, fill the meter below the scores
        and never count.
      </p>
      <p>
        Creators who have connected Twitch or Kick can let their chat cheer in one battle, where this Aura offers it.
        !left cheers for the participant on the left, !right for the one on the right, and a heart for the creator whose
        chat it is, once every {chatCheerSeconds} seconds for each viewer. Aura only reads: it writes nothing in a chat
        and keeps no message.
      </p>
      <p>
        From an hour before a battle until it ends, signed-in people can comment on it: up to {commentLength}{' '}
        characters, one comment every {commentPauseSeconds} seconds, and {commentsPerBattle} per battle. Both
        participants and the admins can mute someone for that battle, and everyone can report a comment to the admins.
      </p>
    </>
  ),
}
export default parts
