const RAYS = Array.from({ length: 20 }, (_, i) => {
  const angle = (i / 20) * Math.PI * 2
  const at = (r: number) => `${(54 + Math.cos(angle) * r).toFixed(1)} ${(48 + Math.sin(angle) * r).toFixed(1)}`
  return `M${at(25)}L${at(i % 2 ? 40 : 33)}`
}).join('')

export const EmptySide = () => (
  <svg
    width="200"
    height="96"
    viewBox="0 0 200 96"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <circle className="stroke-ink" cx="54" cy="48" r="20" strokeWidth="2" />
    <path d={RAYS} strokeWidth="1.5" />
    <circle cx="150" cy="48" r="20" strokeWidth="1.5" strokeDasharray="2 5" />
  </svg>
)
