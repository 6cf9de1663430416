import { levelOfStreak } from '@aura/api/levels'

/** The day and its level, for the middle of a ring that is named elsewhere. */
export const RingDay = ({ days, className }: { days: number; className: string | undefined }) => (
  <div className={className} aria-hidden="true">
    <span>Day</span>
    <span className="num">{days}</span>
    <span>{levelOfStreak(days).name}</span>
  </div>
)
