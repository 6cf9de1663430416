import { findUsername } from '../../server/src/features/profile/index.ts'
import { ownPlaces, standBy } from '../../server/src/features/standing/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { MovingClock } from './moving-clock.ts'

const DAY_MS = 86_400_000

/** Who stands by whom since how many days before today, some with a line. */
const PLACES: readonly (readonly [giver: string, receiver: string, days: number, line?: string])[] = [
  ['gas_goblin', 'temi_codes', 32, 'Her thread on gas saved me a week.'],
  ['kofi_mints', 'temi_codes', 21],
  ['temi_codes', 'tobi_wav', 30, 'Explains rollups so that my mother gets them.'],
  ['tobi_wav', 'ada_onchain', 22],
  ['temi_codes', 'gas_goblin', 20],
  ['temi_codes', 'sol_sister', 12, 'Reads the paper before she talks about it.'],
  ['ada_onchain', 'yuki_reads', 8],
  ['sol_sister', 'ada_onchain', 3],
]

/** Lets creators stand by each other. Skips those who do already, or took their place back. */
export async function playPlaces(ctx: Context): Promise<void> {
  for (const [giver, receiver, days, line] of PLACES) {
    const [giverId, receiverId] = [(await findUsername(ctx.db, giver))?.id, (await findUsername(ctx.db, receiver))?.id]
    if (giverId === undefined || receiverId === undefined) continue
    if ((await ownPlaces(ctx, giverId)).places.some(({ person }) => person.id === receiverId)) continue
    const then = { ...ctx, clock: new MovingClock(new Date(ctx.clock.now().getTime() - days * DAY_MS)) }
    await standBy(then, { giverId, receiverId, line })
  }
}
