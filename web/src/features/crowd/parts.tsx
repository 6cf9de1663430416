import { CROWD_RULES } from '@aura/api/rules/crowd'
import type { Parts } from '#lib/parts'

const { commentLength, commentsPerBattle, commentPauseSeconds } = CROWD_RULES

const parts: Parts = {
  guide: (
    <>
      <h2>Cheers and comments</h2>
      <p>
        While you watch a battle, tap a participant's face to cheer. Cheers are free, fill the meter below the scores
        and never count.
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
