import { formatWhole } from '@aura/api/money'
import type { ProfilePart } from '#features/people'
import { Stat } from '#ui/layout/stat-strip'
import { signedWhole } from './signed.ts'

const part: ProfilePart = {
  figures: ({ profile: { reputation } }) => (
    <>
      <Stat name="Learned" value={formatWhole(reputation.learned)} note="AP from lessons and reviews" />
      <Stat name="Won" value={signedWhole(reputation.won)} note="AP from battles, net of lost" />
    </>
  ),
}
export default part
