import { AURA_LEVELS } from '@aura/api/levels'
import { dialTicks } from '@aura/aura/ring-ticks'

const TICKS = dialTicks(
  AURA_LEVELS.map((level) => level.minDays),
  98,
  150,
)

/** The dial everyone starts with: thirty days, none of them lit. */
export function UnlitDial() {
  return (
    <div className="relative grid place-items-center border-r border-line bg-bg" aria-hidden="true">
      <svg
        className="w-68 text-line-2"
        viewBox="0 0 300 300"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="150" cy="150" r="98" />
        <path d={TICKS} />
      </svg>
      <div className="absolute grid justify-items-center gap-2.5 font-display text-sm font-medium text-ink-2">
        <span>Day</span>
        <span className="num text-[5.5rem] leading-[.8] font-light text-ink [font-stretch:75%]">0</span>
        <span>Unlit</span>
      </div>
    </div>
  )
}
