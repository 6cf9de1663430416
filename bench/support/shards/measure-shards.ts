import { giftQueue } from '../../../server/src/features/battles/index.ts'
import { median } from '../figures.ts'
import { type Arena, doDue, makeBattles, makePeople } from '../servers/arena.ts'
import { giveAcross } from './give-across.ts'
import { addGuest, closeShards, openShards, type ShardUrls } from './shards.ts'

const GIFTS = 200

/** Median times of a gift within a shard and from another, in turn, on databases that `prepareShards` has prepared. */
export async function measureShards(urls: ShardUrls): Promise<{ withinMs: number; acrossMs: number }> {
  const shards = await openShards(urls, 4)
  const [arena] = (await makeBattles(shards.away, 1)) as [Arena]
  await doDue(shards.away, 'battles')
  const [local = ''] = await makePeople(shards.away, 1)
  const [distant = ''] = await makePeople(shards.home, 1)
  await addGuest(shards, distant)
  const give = giftQueue(shards.away)
  const times: Record<'within' | 'across', number[]> = { within: [], across: [] }
  for (let index = 0; index < 2 * GIFTS; index++) {
    const which = index % 2 === 0 ? 'within' : 'across'
    const giverId = which === 'within' ? local : distant
    const gift = { battleId: arena.id, participantId: arena.sides[0], giverId, amount: 1, key: `measure/${index}` }
    const startMs = performance.now()
    await (which === 'within' ? give(gift) : giveAcross(shards, gift, give))
    times[which].push(performance.now() - startMs)
  }
  await closeShards(shards)
  return { withinMs: median(times.within), acrossMs: median(times.across) }
}
