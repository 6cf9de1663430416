const TICKS = Array.from({ length: 20 }, (_, i) => `M${10 + i * 6.9} ${i % 5 === 4 ? 34 : 44}V62`).join('')

export function EmptyRule() {
  return (
    <svg
      width="220"
      height="80"
      viewBox="0 0 220 80"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={TICKS} />
      <circle className="fill-ink" cx="10" cy="28" r="4" stroke="none" />
    </svg>
  )
}
