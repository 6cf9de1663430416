import type { Tx } from '#platform/db/db'
import { out, sql } from '#platform/db/sql'

const FIND_FOLLOWERS_OF_PAIR = sql`
  select follower_id as ${out('followerId', 'uuid')} from (
    (select follower_id from follows where followed_id = $1 and follower_id > $3::uuid
       and not exists (select 1 from mutes m where m.muter_id = follower_id and m.muted_id = $1)
       and not are_blocked(follower_id, $1) and not are_blocked(follower_id, $2)
     order by follower_id limit $4)
    union
    (select follower_id from follows where followed_id = $2 and follower_id > $3::uuid
       and not exists (select 1 from mutes m where m.muter_id = follower_id and m.muted_id = $2)
       and not are_blocked(follower_id, $1) and not are_blocked(follower_id, $2)
     order by follower_id limit $4)
  ) found order by follower_id limit $4`

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the next followers of either of two people, by id, without followers who muted the one they follow and
 * followers with a block to or from either. The two themselves are included if they follow each other.
 */
export async function findFollowersOfPair(
  tx: Tx,
  { followedIds: [oneId, otherId], after, limit }: FollowersQuestion,
): Promise<string[]> {
  const rows = await tx.query(FIND_FOLLOWERS_OF_PAIR, [oneId, otherId, after ?? BEFORE_ALL, limit])
  return rows.map(({ followerId }) => followerId)
}

interface FollowersQuestion {
  followedIds: readonly [string, string]
  /** Last id of the previous batch. */
  after: string | null
  limit: number
}
