export function SteezeIcon({ size = 16 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d="M6.1 1.5h3.3L5.6 8.6H2.3zM10.4 7.4h3.3l-3.8 7.1H6.6z" />
    </svg>
  )
}
