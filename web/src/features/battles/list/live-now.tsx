import { Link } from 'wouter'
import { paths } from '#paths'
import { buttonClass } from '#ui/forms/button'
import { useBattle } from '../shared/use-battle.ts'
import { FeaturedBattle } from './featured-battle.tsx'
import { useSpotlight } from './use-spotlight.ts'

export default function LiveNow() {
  const { data } = useSpotlight()
  return data?.id === undefined ? null : <IfLive id={data.id} />
}

function IfLive({ id }: { id: string }) {
  const { data: battle } = useBattle(id)
  if (battle?.status !== 'active') return null
  return (
    <section aria-labelledby="live-now">
      <h3 id="live-now" className="h3 mb-4">
        Live now
      </h3>
      <FeaturedBattle battle={battle} />
      <Link href={paths.battle(id)} className={buttonClass('secondary', 48, 'mt-4')}>
        Watch it live
      </Link>
    </section>
  )
}
