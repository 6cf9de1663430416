interface StrokeIconProps {
  /** Path in a square of 24 units. */
  path: string
  size?: number
  strokeWidth?: number
  className?: string
}

/** An icon for the first page. The icon library weighs a kilobyte before its first icon and loads later. */
export const StrokeIcon = ({ path, size = 18, strokeWidth = 2, className }: StrokeIconProps) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)
