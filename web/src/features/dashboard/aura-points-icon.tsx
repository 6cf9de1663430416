export function AuraPointsIcon() {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="3.4" />
      <path d="M8 .9v1.6M13 3l-1.1 1.1M15.1 8h-1.6M13 13l-1.1-1.1M8 15.1v-1.6M3 13l1.1-1.1M.9 8h1.6M3 3l1.1 1.1" />
    </svg>
  )
}
