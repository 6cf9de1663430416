const MOST = 99

/** How many are waiting, on the corner of what holds them. Decoration: the control's own label says it too. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span
      className="absolute top-1 left-6 h-4.5 min-w-4.5 rounded-round bg-live px-1 text-center font-display text-[.6875rem] leading-4.5 font-bold text-bg tabular-nums ring-2 ring-bg"
      aria-hidden="true"
    >
      {count > MOST ? `${MOST}+` : count}
    </span>
  )
}
